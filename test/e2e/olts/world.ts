import { setTimeout as sleep } from 'node:timers/promises'
import {
  identText,
  type ConsoleBehaviour,
  type ConsoleOptions,
  type OltEvent,
  type OltVendorName,
  type Onu,
  type SimulatedOlt,
} from '@linecard/simulator'
import { assert } from '@linecard/test-kit'
import type { Answer } from '../../support/client.ts'
import {
  sceneOf,
  startInstallation,
  withoutReadings,
  type Installation,
  type Simulated,
} from '../../support/installation.ts'

/** A living OLT with its command line. */
export interface OltPlan {
  vendor: OltVendorName
  model: string
  /** Telnet by default. */
  protocol?: 'telnet' | 'ssh'
  /** More of its console, e.g. an enable password. */
  console?: ConsoleOptions
  onusOnEveryPort?: number
  /** VLANs that exist on it; by default those of the simulator. */
  vlans?: readonly { id: number; name: string }[]
}

export const account = { login: 'noc', password: 'pw-7f3Kq9' }

export interface Changed {
  accepted: boolean
  verified: boolean
  evidence: string | null
}
/** An ONU as the API and the OLT know it. */
export interface Seen {
  id: number
  name: string
  ident: string
  /** The ONU in the OLT. */
  onu: Onu
}
interface Ref {
  id: number
  name: string
}

/** One OLT: what the API tells of it, and what it is. */
export interface OltWorld {
  readonly house: Installation
  readonly id: number
  readonly device: Simulated
  readonly olt: SimulatedOlt
  /** A module of the driver, asked of the device. */
  call<T>(module: string, args?: object): Promise<T>
  /** GET /component/olts/<operation>/<device>. */
  read<T>(operation: string, query?: Readonly<Record<string, string>>): Promise<T>
  /** POST /component/olts_control/<operation>/<device>, with any answer. */
  change(operation: string, body: object): Promise<Answer<Changed>>
  /** The same; fails unless the change was accepted and verified. */
  made(operation: string, body: object): Promise<Changed>
  /** ONUs that are online and have an ident, in the order of the list; `at` is a different one each time. */
  online(at: number): Promise<Seen>
  /** The ONU of an ident in the OLT now; undefined: it is not registered. */
  onuOf(ident: string): Onu | undefined
  /** Something happens at the OLT. */
  event(event: OltEvent): void
  /** Its clock goes on. */
  wait(seconds: number): void
  /** Does the work while the console has a fault, and ends all its sessions afterwards. */
  faulty<T>(behaviour: ConsoleBehaviour, work: () => Promise<T>): Promise<T>
  /**
   * Does the work while no answer to a SET leaves the agent; it does what it is told. With `oid` only to a
   * SET of this object.
   */
  unanswered<T>(work: () => Promise<T>, oid?: string): Promise<T>
}

const onePort = (plan: OltPlan): ConsoleOptions => ({
  [plan.protocol ?? 'telnet']: 0,
  ...account,
  ...plan.console,
})

/** Adds the OLT to the inventory as an integration does. */
async function added(house: Installation, name: string, plan: OltPlan): Promise<number> {
  const device = house.simulated(name)
  const protocol = plan.protocol ?? 'telnet'
  const { login, password, enable } = onePort(plan)
  const access = await house.admin.post<{ id: number }>('/device-access', {
    name,
    public_community: 'public',
    private_community: 'private',
    login,
    password,
    ...(enable && { enable_password: enable }),
    params: {
      sw_core_connection: {
        snmp_version: '2c',
        snmp_port: device.port,
        snmp_timeout_sec: 2,
        snmp_repeats: 1,
        console_connection_type: protocol,
        console_port: device.console![protocol],
      },
    },
  })
  const found = await house.admin.post<{ model: { id: number } | null }>('/device-detect', {
    ip: device.ip,
    access_id: access.id,
  })
  assert.ok(found.model, `no driver knows ${name}`)
  const body = { ip: device.ip, name, access_id: access.id, model_id: found.model!.id }
  return (await house.admin.post<{ id: number }>('/device', body)).id
}

function worldOf(house: Installation, name: string, id: number): OltWorld {
  const device = house.simulated(name)
  const olt = device.simulated as SimulatedOlt
  const call = async <T>(module: string, args: object = {}): Promise<T> =>
    house.admin.post<T>(`/switcher-core/device/${module}/${id}`, args)
  const change = (operation: string, body: object) =>
    house.admin.ask<Changed>('POST', `/component/olts_control/${operation}/${id}`, { body })
  const onuOf = (ident: string) => olt.onus.find(({ serial }) => identText(serial) === ident)
  return {
    house,
    id,
    device,
    olt,
    call,
    change,
    onuOf,
    read: (operation, query = {}) =>
      house.admin.get(`/component/olts/${operation}/${id}`, { from: 'device', ...query }),
    async made(operation, body) {
      const { status, data, text } = await change(operation, body)
      assert.is(status, 200, `${operation} ${JSON.stringify(body)}: ${text}`)
      assert.equal([data.accepted, data.verified], [true, true], `${operation}: ${text}`)
      return data
    },
    async online(at) {
      const states = await call<{ interface: Ref; status: string }[]>('pon_onts_status')
      const idents = await identsOf(call)
      const list = states.flatMap(({ interface: { id: key, name: word }, status }) => {
        const ident = idents.get(key)
        const onu = ident === undefined ? undefined : onuOf(ident)
        return status === 'Online' && ident && onu ? [{ id: key, name: word, ident, onu }] : []
      })
      assert.ok(list.length > at, `${name}: only ${list.length} ONUs are online`)
      return list[at]!
    },
    event: event => olt.do(event),
    wait: seconds => void house.clock.advance(seconds * 1000),
    async faulty(behaviour, work) {
      device.console!.behaviour = behaviour
      try {
        return await work()
      } finally {
        device.console!.behaviour = {}
        device.console!.drop()
      }
    },
    async unanswered(work, oid) {
      device.behaviour.tamper = (answer, { type, oids }) =>
        type === 'set' && (oid === undefined || oids.includes(oid)) ? null : answer
      try {
        return await work()
      } finally {
        delete device.behaviour.tamper
      }
    },
  }
}

/** Serial numbers of GPON ONUs and MAC addresses of EPON ONUs, by bind key. */
async function identsOf(call: OltWorld['call']): Promise<Map<number, string>> {
  type Row = { interface: Ref; serial?: string | null; mac_address?: string | null }
  const rows: Row[] = []
  for (const module of ['pon_onts_serial', 'pon_onts_mac_addr'])
    rows.push(...(await call<Row[]>(module).catch(() => [])))
  return new Map(
    rows.flatMap(({ interface: { id }, serial, mac_address }) => {
      const ident = serial ?? mac_address
      return ident ? [[id, ident] as const] : []
    }),
  )
}

/** What has to do with OLTs. The other features would only look at what is done here, many times. */
const oltFeatures = [
  'olts',
  'olts-control',
  'onts-registration',
  'onu-history',
  'search-device',
  'switches',
].map(id => `@linecard/plugin-${id}`)

/**
 * The service with these OLTs in its inventory. Their time stands still until `wait` moves it.
 *
 * @param features packages of feature plugins
 */
export async function startOlts(
  plans: Readonly<Record<string, OltPlan>>,
  features: readonly string[] = oltFeatures,
): Promise<{ house: Installation; worlds: ReadonlyMap<string, OltWorld> }> {
  const house = await startInstallation({
    features,
    scene: sceneOf(
      Object.entries(plans).map(([name, plan]) => ({
        kind: 'olt',
        name,
        vendor: plan.vendor,
        model: plan.model,
        steady: true,
        onusOnEveryPort: plan.onusOnEveryPort ?? 3,
        ...(plan.vlans && { vlans: plan.vlans }),
        console: onePort(plan),
      })),
    ),
  })
  try {
    await withoutReadings(house.admin)
    const worlds = new Map<string, OltWorld>()
    for (const [name, plan] of Object.entries(plans))
      worlds.set(name, worldOf(house, name, await added(house, name, plan)))
    return { house, worlds }
  } catch (error) {
    await house.stop()
    throw error
  }
}

/** Asks until the answer fits. The last answer fails the test. */
export async function until<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  what: string,
  tries = 40,
): Promise<T> {
  for (let count = 1; ; count++) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (count === tries) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    await sleep(250)
  }
}
