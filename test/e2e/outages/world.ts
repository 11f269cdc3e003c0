import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@linecard/test-kit'
import {
  identText,
  type OltEvent,
  type OltVendorName,
  type Onu,
  type SimulatedOlt,
} from '@linecard/simulator'
import { sceneOf, startInstallation, type Installation, type Simulated } from '../../support/installation.ts'
import { poll } from '../polled/world.ts'

/** An OLT of the scene. */
export interface OltPlan {
  name: string
  vendor: OltVendorName
  model: string
  onusOnEveryPort: number
}

/** An outage as the API tells it. */
export interface Outage {
  id: number
  kind: string
  first_kind: string
  scope: string
  title: string
  confidence: number
  device: { id: number; name: string }
  interface_ids: number[]
  customers: number | null
  onus: { lost: number; back: number }
  began_at: string
  opened_at: string
  revised_at: string | null
  ended_at: string | null
}

export interface OltInScene {
  readonly id: number
  readonly plan: OltPlan
  readonly device: Simulated
  readonly olt: SimulatedOlt
  /** Ids of the stored interfaces of ONUs, by the ONU of the simulator. */
  readonly ids: ReadonlyMap<Onu, number>
  readonly ports: ReadonlyMap<string, number>
}

export interface OutageWorld {
  readonly house: Installation
  readonly olts: readonly OltInScene[]
  olt(name: string): OltInScene
  /** Time of the network goes on. */
  wait(seconds: number): void
  /** Polls all OLTs, as the interval does. Gives how each poll went: `ok`, `partial` or `failed`. */
  round(): Promise<(string | null)[]>
  outages(open?: boolean): Promise<Outage[]>
  members(id: number): Promise<{ interface_id: number; reason: string }[]>
  /** Waits until the plugin does nothing. */
  idle(): Promise<void>
}

interface StoredOnu {
  id: number
  name: string
  type: string
  serial: string | null
  mac_address?: string | null
  mac?: string | null
}

/** Interfaces of ONUs by what the simulator calls them. */
async function stored(house: Installation, id: number, olt: SimulatedOlt) {
  const rows = await house.admin.get<StoredOnu[]>(`/device-interface/by-device/${id}`)
  const byIdent = new Map(
    rows.flatMap(row =>
      [row.serial, row.mac, row.mac_address].flatMap(key => (key ? [[key, row.id] as const] : [])),
    ),
  )
  const ids = new Map<Onu, number>()
  for (const onu of olt.onus) {
    const found = byIdent.get(identText(onu.serial))
    if (found !== undefined) ids.set(onu, found)
  }
  return { ids, ports: new Map(rows.map(row => [row.name, row.id])) }
}

/** The service with OLTs whose time stands still until it is moved. */
export async function startOutages(
  plans: readonly OltPlan[],
  options: { settings?: Readonly<Record<string, object>>; features?: readonly string[] } = {},
): Promise<OutageWorld> {
  const uplinks: Readonly<Record<string, readonly string[]>> = {
    C320: ['xgei_1/3/1', 'xgei_1/3/2'],
    'MA5800-X7': ['ethernet0/9/0', 'ethernet0/9/1'],
  }
  const house = await startInstallation({
    ...(options.features && { features: options.features }),
    settings: { pollers: { at_once: 3 }, ...options.settings },
    scene: sceneOf(
      [
        { kind: 'switch', name: 'core', vendor: 'dlink', model: 'DGS-3120-24SC/B1' },
        ...plans.map(({ name, vendor, model, onusOnEveryPort }) => ({
          kind: 'olt',
          name,
          vendor,
          model,
          steady: true,
          onusOnEveryPort,
        })),
      ],
      {
        cables: plans.flatMap(({ name, model }, at) =>
          (uplinks[model] ?? [])
            .slice(0, 2)
            .map((port, n): [string, string] => [`${name}:${port}`, `core:${2 * at + n + 1}`]),
        ),
      },
    ),
  })
  try {
    const olts: OltInScene[] = []
    for (const plan of plans) {
      const device = house.simulated(plan.name)
      const olt = device.simulated as SimulatedOlt
      const { id, access_id: access } = await house.add(device, { name: plan.name })
      // As often as an installation repeats by default, because some cases lose datagrams.
      const { params } = await house.admin.get<{ params: { sw_core_connection: object } }>(
        `/device-access/${access}`,
      )
      await house.admin.put(`/device-access/${access}`, {
        params: { ...params, sw_core_connection: { ...params.sw_core_connection, snmp_repeats: 3 } },
      })
      await poll(house.admin, id, ['interfaces_list', 'ont_ident'])
      await poll(house.admin, id, ['ont_vendor', 'optical_strength', 'interfaces_status'])
      await until(
        `the ONUs of ${plan.name} are stored`,
        async () => (await stored(house, id, olt)).ids.size === olt.onus.length,
        { everyMs: 500 },
      )
      olts.push({ id, plan, device, olt, ...(await stored(house, id, olt)) })
    }
    const outages = (open?: boolean) =>
      house.admin.get<Outage[]>(
        `/component/correlation/outages?limit=1000${open === undefined ? '' : `&open=${open}`}`,
      )
    return {
      house,
      olts,
      olt: name => olts.find(({ plan }) => plan.name === name)!,
      wait: seconds => void house.clock.advance(seconds * 1000),
      async round() {
        const runs = await Promise.all(olts.map(({ id }) => poll(house.admin, id, ['interfaces_status'])))
        return runs.map(({ result }) => result)
      },
      outages,
      async members(id) {
        return (
          await house.admin.get<{ members: { interface_id: number; reason: string }[] }>(
            `/component/correlation/outages/${id}`,
          )
        ).members
      },
      async idle() {
        let before = ''
        for (let same = 0; same < 4;) {
          await sleep(700)
          const now = JSON.stringify((await outages()).map(one => [one.id, one.kind, one.onus, one.ended_at]))
          same = now === before ? same + 1 : 0
          before = now
        }
      },
    }
  } catch (error) {
    await house.stop()
    throw error
  }
}

/** What an outage is to be. */
export interface Expected {
  olt: OltInScene
  kind: string
  members: readonly Onu[]
}

/** Ids of the stored ONUs. */
export const idsOf = ({ ids }: OltInScene, onus: readonly Onu[]): Set<number> =>
  new Set(onus.flatMap(onu => ids.get(onu) ?? []))

/** ONUs of a port that are online. */
export const onlineOn = ({ olt }: OltInScene, port: string): Onu[] =>
  olt.onus.filter(onu => onu.port.ifName === port && onu.state.at(olt.now()).state === 'Online')

export const happen = ({ olt }: OltInScene, ...events: readonly OltEvent[]): void => {
  for (const event of events) olt.do(event)
}
