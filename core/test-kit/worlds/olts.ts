import type { Driver } from '@linecard/driver-kit'
import zte from '@linecard/driver-zte'
import type { Plugin } from '@linecard/plugin-kit'
import {
  createOlt,
  fakeClock,
  startDevice,
  type Device,
  type OltOptions,
  type SimulatedOlt,
} from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import olts from '@linecard/plugin-olts'
import oltsControl from '@linecard/plugin-olts-control'
import { nextIp } from './addresses.ts'
import { type Answer, type World } from './core.ts'
import { add, dataOf, modelId } from './inventory.ts'
import { startWorld as startSwitches } from './switches.ts'

export { add, dataOf, keyOf } from './inventory.ts'
export { failure, good, metaOf } from './switches.ts'
export type { Answer, World }

/** The core with plugins of OLTs. Only tests ask devices. */
export const startWorld = (
  drivers: readonly Driver[] = [zte],
  {
    plugins = [olts, oltsControl],
    settings = {},
  }: { plugins?: readonly Plugin[]; settings?: Record<string, Record<string, unknown>> } = {},
): Promise<World> => startSwitches(drivers, { plugins, settings })

const open: Device[] = []
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

export interface StoredInterface {
  id: number
  name: string
  bind_key: string
  parent_bind_key: string | null
  type: string
  status: string | null
  serial: string
  comment: string
}

/** A device of the inventory at a running simulator, read once. */
export async function added(
  world: World,
  sim: Device,
  ip: string,
  { quick = false, group_id, model }: { quick?: boolean; group_id?: number; model?: string } = {},
): Promise<{ id: number; interfaces: StoredInterface[] }> {
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    private_community: 'private',
    params: {
      sw_core_connection: {
        snmp_port: sim.port,
        ...(quick ? { snmp_timeout_sec: 0.4, snmp_repeats: 1 } : { snmp_timeout_sec: 1, snmp_repeats: 2 }),
      },
    },
  })
  const detect = async () => {
    const detected = await world.http('POST', '/device-detect', { ip, access_id: access.id })
    if (detected.status !== 200) throw new Error(detected.text)
    return (detected.body.data as { model: { id: number } }).model.id
  }
  const { id } = await add(world, '/device', {
    ip,
    name: `olt ${ip}`,
    access_id: access.id,
    model_id: model ? await modelId(world, model) : await detect(),
    ...(group_id === undefined ? {} : { group_id }),
  })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
  )
  return {
    id,
    interfaces: dataOf<StoredInterface[]>(await world.http('GET', `/device-interface/by-device/${id}`)),
  }
}

export interface AddedOlt {
  id: number
  ip: string
  sim: Device
  olt: SimulatedOlt
  clock: ReturnType<typeof fakeClock>
  interfaces: StoredInterface[]
  onus: StoredInterface[]
}

/** A simulated ZTE OLT with ONUs that are online and ONUs that are not. */
export async function addedOlt(
  world: World,
  options: Partial<Pick<OltOptions, 'model' | 'onusPerPort'>> & { quick?: boolean; group_id?: number } = {},
): Promise<AddedOlt> {
  const { model = 'C320', onusPerPort = 6, ...more } = options
  const ip = nextIp()
  const clock = fakeClock(Date.parse('2026-03-05T12:00:00Z'))
  const olt = createOlt({ vendor: 'zte', model, name: `olt-${ip}`, ip, clock, onusPerPort })
  clock.advance(3 * 3_600_000)
  const sim = await startDevice({ ip, port: 0, mib: olt.mib })
  const { id, interfaces } = await added(world, sim, ip, more)
  await until(
    'the light of its ONUs is read',
    async () =>
      (
        await world.sql<{ n: number }>(
          `select count(*)::int as n from inventory_onu_reading
          where device_id = $1 and module = 'card_status'`,
          [id],
        )
      )[0]!.n,
  )
  return { id, ip, sim, olt, clock, interfaces, onus: interfaces.filter(({ type }) => type === 'ONU') }
}

/** Sends a request with `key`. Default: the key of the owner. */
export const get = (world: World, path: string, key?: string): Promise<Answer> =>
  world.http('GET', `/component/olts/${path}`, undefined, key)
export const post = (world: World, path: string, body: object, key?: string): Promise<Answer> =>
  world.http('POST', `/component/olts_control/${path}`, body, key)
