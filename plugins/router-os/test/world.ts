import mikrotik from '@linecard/driver-mikrotik'
import dlink from '@linecard/driver-dlink'
import { startRouterOs, type RouterOsDevice } from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { add, dataOf, startWorld as world, type Answer, type World } from '@linecard/test-kit/worlds/switches'
import routerOs from '../src/index.ts'

export { add, dataOf, failure, good, keyOf, metaOf, type World } from '@linecard/test-kit/worlds/switches'

export const startWorld = (): Promise<World> => world([mikrotik, dlink], { plugins: [routerOs] })

const open: RouterOsDevice[] = []
export const stopDevices = async (): Promise<void> => {
  await Promise.all(open.splice(0).map(one => one.stop()))
}

export interface Added {
  id: number
  ip: string
  sim: RouterOsDevice
  accessId: number
}
const login = { login: 'noc', password: 'pw-7f3Kq9' }

/** A RouterOS of the inventory, found out and read. `more` goes into the access profile's connection. */
export async function addedRouter(
  made: World,
  { version = 7 as 6 | 7, tls = false, signIn = true, group_id = undefined as number | undefined } = {},
): Promise<Added> {
  const ip = nextIp()
  const sim = await startRouterOs({ name: `mt-${ip}`, ip, version, api: { port: 0, tlsPort: 0, ...login } })
  open.push(sim)
  const access = await add(made, '/device-access', {
    name: `access ${ip}`,
    public_community: 'public',
    private_community: 'private',
    ...(signIn && login),
    params: {
      sw_core_connection: {
        snmp_port: sim.port,
        snmp_timeout_sec: 2,
        snmp_repeats: 2,
        mikrotik_api_port: tls ? sim.api.tlsPort : sim.api.port,
        mikrotik_api_tls: tls,
      },
    },
  })
  const detected = await made.http('POST', '/device-detect', { ip, access_id: access.id })
  if (detected.status !== 200) throw new Error(detected.text)
  const { id } = await add(made, '/device', {
    ip,
    name: `router ${ip}`,
    access_id: access.id,
    model_id: (detected.body.data as { model: { id: number } }).model.id,
    ...(group_id !== undefined && { group_id }),
  })
  await until(
    'the interfaces are read',
    async () => dataOf<{ refreshed_at: string | null }>(await made.http('GET', `/device/${id}`)).refreshed_at,
    { everyMs: 50 },
  )
  return { id, ip, sim, accessId: access.id }
}

export const get = (made: World, path: string, key?: string): Promise<Answer> =>
  made.http('GET', `/component/router_os/${path}`, undefined, key)
