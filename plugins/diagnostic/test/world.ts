import type { Driver } from '@linecard/driver-kit'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import zte from '@linecard/driver-zte'
import { startDevice, type Device, type Mib } from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { add, dataOf } from '@linecard/test-kit/worlds/inventory'
import diagnostic from '../src/index.ts'

export { nextIp } from '@linecard/test-kit/worlds/addresses'
export { add, dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
export type { World }

/** Devices are asked by tests alone: what jobs would ask now and then is switched off. */
export async function startWorld(
  settings: Record<string, Record<string, unknown>> = {},
  drivers: readonly Driver[] = [dlink, zte, generic],
): Promise<World> {
  const world = await makeWorld({
    drivers,
    plugins: [diagnostic],
    settings: {
      identity: { rate_limiter_enabled: false },
      ...settings,
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8', 'fd00::/8'], ...settings['equipment'] },
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
  sim: Device
  interfaces: { id: number; name: string; bind_key: string; type: string; status: string | null }[]
}

/** A simulated device in the inventory, found out and read. */
export async function added(world: World, ip: string, mib: Mib | Device, more: object = {}): Promise<Added> {
  const sim = 'port' in mib ? mib : await startDevice({ ip, port: 0, mib })
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: sim.port, snmp_timeout_sec: 1, snmp_repeats: 2 } },
  })
  const detected = await world.http('POST', '/device-detect', { ip, access_id: access.id })
  if (detected.status !== 200) throw new Error(detected.text)
  const { model } = detected.body.data as { model: { id: number } }
  const { id } = await add(world, '/device', {
    ip,
    name: `device ${ip}`,
    access_id: access.id,
    model_id: model.id,
    ...more,
  })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
    { everyMs: 50 },
  )
  return {
    id,
    ip,
    sim,
    interfaces: dataOf<Added['interfaces']>(await world.http('GET', `/device-interface/by-device/${id}`)),
  }
}

export const base = '/component/diagnostic'
