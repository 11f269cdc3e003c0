import dlink from '@linecard/driver-dlink'
import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import {
  createSwitch,
  startDevice,
  type Device,
  type SimulatedSwitch,
  type SwitchModelName,
  type SwitchVendor,
} from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { nextIp } from './addresses.ts'
import { makeWorld, type Answer, type World } from './core.ts'
import { add, dataOf } from './inventory.ts'
import switches from '@linecard/plugin-switches'

export { add, dataOf, keyOf } from './inventory.ts'
export type { Answer, World }

/** Only tests ask devices: the jobs that ask them are disabled. */
export async function startWorld(
  drivers: readonly Driver[] = [dlink],
  {
    plugins = [switches],
    settings = {},
  }: { plugins?: readonly Plugin[]; settings?: Record<string, Record<string, unknown>> } = {},
): Promise<World> {
  const world = await makeWorld({
    drivers,
    plugins,
    settings: {
      identity: { rate_limiter_enabled: false },
      ...settings,
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8', 'fd00::/8'], ...settings['equipment'] },
    },
  })
  for (const { key } of dataOf<{ key: string }[]>(await world.http('GET', '/system-schedule/tasks'))) {
    if (!key.startsWith('inventory.')) continue
    const { status, text } = await world.http('PUT', `/system-schedule/${key}`, { enabled: false })
    if (status !== 200) throw new Error(text)
  }
  return world
}

const open: Device[] = []
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

export interface Port {
  id: number
  name: string
  bind_key: string
  type: string
}
export interface Added {
  id: number
  ip: string
  sim: Device
  simulated: SimulatedSwitch
  ports: Port[]
}

/** A switch of the inventory, detected and read, with a console over telnet. */
export async function addedSwitch(
  world: World,
  {
    vendor = 'dlink',
    model = 'DES-3200-10/C1',
    quick = false,
    ...more
  }: {
    vendor?: SwitchVendor
    model?: SwitchModelName
    /** Short timeouts, for tests with a device that does not answer. */
    quick?: boolean
    group_id?: number
  } = {},
): Promise<Added> {
  const ip = nextIp()
  const simulated = createSwitch({ vendor, model, name: `sw-${ip}`, ip })
  const sim = await startDevice({
    ip,
    port: 0,
    simulated,
    console: { telnet: 0, login: 'noc', password: 'pw-7f3Kq9' },
  })
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    private_community: 'private',
    login: 'noc',
    password: 'pw-7f3Kq9',
    params: {
      sw_core_connection: {
        snmp_port: sim.port,
        ...(quick ? { snmp_timeout_sec: 1, snmp_repeats: 1 } : { snmp_timeout_sec: 4, snmp_repeats: 2 }),
        console_connection_type: 'telnet',
        console_port: sim.console!.telnet,
      },
    },
  })
  const detected = await world.http('POST', '/device-detect', { ip, access_id: access.id })
  if (detected.status !== 200) throw new Error(detected.text)
  const found = detected.body.data as { model: { id: number } }
  const { id } = await add(world, '/device', {
    ip,
    name: `switch ${ip}`,
    access_id: access.id,
    model_id: found.model.id,
    ...more,
  })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
  )
  return {
    id,
    ip,
    sim,
    simulated,
    ports: dataOf<Port[]>(await world.http('GET', `/device-interface/by-device/${id}`)),
  }
}

/** Sends a request with `key`. Default: the key of the owner. */
export const get = (world: World, path: string, key?: string): Promise<Answer> =>
  world.http('GET', `/component/switches/${path}`, undefined, key)
export const post = (world: World, path: string, body: object, key?: string): Promise<Answer> =>
  world.http('POST', `/component/switches/${path}`, body, key)

export interface Meta {
  source: string
  from_cache: boolean
  time: string | null
  error: { code: string; description: string } | null
  missing: { what: string; reason: string }[]
}
export const metaOf = ({ body: { meta } }: Answer): Record<string, Meta> => meta as Record<string, Meta>
/** Data of an answer. Throws if the request fails. */
export function good<T>({ status, text, body }: Answer): T {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body.data as T
}
export const failure = ({ status, body: { error } }: Answer) => [status, error?.code]
