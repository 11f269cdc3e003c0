import generic from '@linecard/driver-generic'
import type { Driver } from '@linecard/driver-kit'
import { startDevice, type Device, type Mib } from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { add, dataOf } from '@linecard/test-kit/worlds/inventory'
import { mibOf, type Shape } from '@linecard/test-kit/worlds/standard-device'
import searchDevice from '../src/index.ts'

export { add, dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
export type { World }

/** Devices are asked by tests alone: what jobs would ask now and then is switched off. */
export async function startWorld(
  settings: Record<string, Record<string, unknown>> = {},
  drivers: readonly Driver[] = [generic],
): Promise<World> {
  const world = await makeWorld({
    drivers,
    plugins: [searchDevice],
    settings: {
      identity: { rate_limiter_enabled: false },
      ...settings,
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8'], ...settings['equipment'] },
    },
  })
  return world
}

const open: Device[] = []
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

export interface Added {
  id: number
  ip: string
  name: string
  sim: Device
}

/** A simulated device in the inventory, read. Sent to once and given up after a second. */
export async function added(
  world: World,
  name: string,
  shape: Shape | Mib,
  more: object = {},
): Promise<Added> {
  const ip = nextIp()
  const sim = await startDevice({ ip, port: 0, mib: 'view' in shape ? shape : mibOf(shape) })
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: sim.port, snmp_timeout_sec: 1, snmp_repeats: 1 } },
  })
  const detected = await world.http('POST', '/device-detect', { ip, access_id: access.id })
  if (detected.status !== 200) throw new Error(detected.text)
  const { model } = detected.body.data as { model: { id: number } }
  const { id } = await add(world, '/device', { ip, name, access_id: access.id, model_id: model.id, ...more })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
    { everyMs: 50 },
  )
  return { id, ip, name, sim }
}

export const base = '/component/search_device'
/** MAC addresses that nobody else has. */
export const macsFrom = (start: number, count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `02:00:5E:${[start, n >> 8, n & 255].map(octet => octet.toString(16).toUpperCase().padStart(2, '0')).join(':')}`,
  )
