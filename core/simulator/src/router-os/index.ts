import type { DeviceOptions } from '../device-options.ts'
import { type Device, startDevice } from '../device.ts'
import type { SimulatedDevice } from '../simulated/base.ts'
import { selfSigned } from './certificate.ts'
import type { Menu } from './command.ts'
import { menusOf } from './menus/index.ts'
import { runSchedules } from './menus/schedule.ts'
import { reboot } from './menus/system.ts'
import { routerOsMib } from './mibs/index.ts'
import { type ApiOptions, type ApiServer, startApi } from './server.ts'
import { type RouterOsOptions, createRouterOsState } from './initial-state.ts'

export type { ApiBehaviour } from './behaviour.ts'
export type { ApiServer } from './server.ts'
export type { RouterOsOptions } from './initial-state.ts'
export { selfSigned }

/** A simulated RouterOS. SNMP and the API show the same state. */
export interface SimulatedRouterOs extends SimulatedDevice {
  menus: Readonly<Record<string, Menu>>
  /** Runs what is scheduled until now. False: the service of the API is disabled. */
  awake(): boolean
  /** Starts the API on TCP sockets of its own. */
  startApi(options?: Partial<ApiOptions>): Promise<ApiServer>
}

/** The default login. */
const defaultLogin = { login: 'admin', password: 'linecard' }

/** A MikroTik router with RouterOS: bridge, VLANs, DHCP leases, ARP, queues, BGP. */
export function createRouterOs(options: RouterOsOptions): SimulatedRouterOs {
  const router = createRouterOsState(options)
  const menus = menusOf(router)
  const awake = () => {
    runSchedules(router, () => reboot(router))
    return !router.apiOff
  }
  return {
    awake,
    identity: router.facts,
    ports: router.ports,
    mib: routerOsMib(router),
    menus,
    async startApi(api = {}) {
      const running = await startApi(menus, {
        ip: options.ip,
        ...defaultLogin,
        awake,
        loginStyle: router.version === 7 ? 'plain' : 'challenge',
        ...api,
        ...(api.tlsPort !== undefined &&
          api.certificate === undefined && { certificate: selfSigned(options.name) }),
      })
      router.rebooted.add(() => running.drop())
      return running
    },
  }
}

/** A running RouterOS: its SNMP agent, and its API. */
export interface RouterOsDevice extends Device {
  readonly api: ApiServer
  readonly simulated: SimulatedRouterOs
}

/** Starts SNMP agent and API on one address. By default the API has a free port and no TLS. */
export async function startRouterOs({
  api: apiOptions = { port: 0 },
  snmp = {},
  ...options
}: RouterOsOptions & { api?: Partial<ApiOptions>; snmp?: Partial<DeviceOptions> }): Promise<RouterOsDevice> {
  const simulated = createRouterOs(options)
  const device = await startDevice({ ip: options.ip, port: 0, ...snmp, mib: simulated.mib })
  try {
    const api = await simulated.startApi(apiOptions)
    const stop = async () => {
      await Promise.all([device.stop(), api.stop()])
    }
    // The counters of the device are getters. A copy would keep their present values.
    return Object.assign(Object.create(device, { stop: { value: stop } }) as Device, { api, simulated })
  } catch (error) {
    await device.stop()
    throw error
  }
}
