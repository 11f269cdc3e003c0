import type { Device, DeviceOptions } from '../device.ts'
import { startDevice } from '../device.ts'
import type { LivingDevice } from '../living/device.ts'
import { addressMenus } from './addresses.ts'
import { selfSigned } from './certificate.ts'
import { interfaceMenus } from './interfaces.ts'
import type { Menu } from './menus.ts'
import { routerOsMib } from './mib.ts'
import { type ApiOptions, type ApiServer, startApi } from './server.ts'
import { systemMenus } from './system.ts'
import { type RouterOsOptions, routerOsWorld } from './world.ts'

export type { ApiBehaviour, ApiServer } from './server.ts'
export type { RouterOsOptions } from './world.ts'
export { selfSigned }

/** A simulated RouterOS: what SNMP shows and what the API shows are one state. */
export interface LivingRouterOs extends LivingDevice {
  menus: Readonly<Record<string, Menu>>
  /** Starts its API on sockets of its own. */
  startApi(options?: Partial<ApiOptions>): Promise<ApiServer>
}

/** The login of a simulated RouterOS, unless said. */
const usual = { login: 'admin', password: 'linecard' }

/** A MikroTik router with RouterOS: bridge, VLANs, DHCP leases, ARP, queues, BGP. */
export function livingRouterOs(options: RouterOsOptions): LivingRouterOs {
  const world = routerOsWorld(options)
  const menus = { ...interfaceMenus(world), ...addressMenus(world), ...systemMenus(world) }
  return {
    identity: world.facts,
    ports: world.ports,
    mib: routerOsMib(world),
    menus,
    async startApi(api = {}) {
      const running = await startApi(menus, {
        ip: options.ip,
        ...usual,
        loginStyle: world.version === 7 ? 'plain' : 'challenge',
        ...api,
        ...(api.tlsPort !== undefined &&
          api.certificate === undefined && { certificate: selfSigned(options.name) }),
      })
      world.rebooted.add(() => running.drop())
      return running
    },
  }
}

/** A running RouterOS: its SNMP agent, and its API. */
export interface RouterOsDevice extends Device {
  readonly api: ApiServer
  readonly living: LivingRouterOs
}

/**
 * Starts both on one address. `api` says ports, login and behaviour of the API; a free plain port unless
 * said.
 */
export async function startRouterOs({
  api: apiOptions = { port: 0 },
  snmp = {},
  ...options
}: RouterOsOptions & { api?: Partial<ApiOptions>; snmp?: Partial<DeviceOptions> }): Promise<RouterOsDevice> {
  const living = livingRouterOs(options)
  const device = await startDevice({ ip: options.ip, port: 0, ...snmp, mib: living.mib })
  try {
    const api = await living.startApi(apiOptions)
    const stop = async () => {
      await Promise.all([device.stop(), api.stop()])
    }
    // The device's counters are getters: a copy would freeze them.
    return Object.assign(Object.create(device, { stop: { value: stop } }) as Device, { api, living })
  } catch (error) {
    await device.stop()
    throw error
  }
}
