import type { ConsoleOptions, SwitchModelName, SwitchVendor } from '@linecard/simulator'
import { sceneOf, startInstallation, type Installation, type InstallationOptions } from './installation.ts'

/** A simulated switch with a console. `rebootMs`: how long a restart takes. */
export interface SwitchPlan {
  vendor: SwitchVendor
  model: SwitchModelName
  protocol: 'telnet' | 'ssh'
  console: ConsoleOptions
  rebootMs?: number
}

export const account = { login: 'noc', password: 'pw-7f3Kq9' }
const enable = 'en-2Lm8Xz'
/** A switch of each kind of console, and one of its ports. */
export const fourMakers = {
  'sw-dlink': {
    vendor: 'dlink',
    model: 'DES-3200-28/C1',
    protocol: 'telnet',
    console: { telnet: 0, ...account },
    port: '1/7',
  },
  'sw-cisco': {
    vendor: 'cisco',
    model: 'WS-C2960X-24PS-L',
    protocol: 'ssh',
    console: { ssh: 0, ...account, enable },
    port: 'Gi1/0/7',
  },
  'sw-huawei': {
    vendor: 'huawei',
    model: 'S5328C-EI',
    protocol: 'ssh',
    console: { ssh: 0, ...account },
    port: 'GigabitEthernet0/0/7',
  },
  'sw-eltex': {
    vendor: 'eltex',
    model: 'MES2324P',
    protocol: 'ssh',
    console: { ssh: 0, ...account, enable },
    port: 'gi1/0/7',
  },
} as const satisfies Readonly<Record<string, SwitchPlan & { port: string }>>

/**
 * An installation with these switches in its inventory and their consoles in the access profiles. `ids`: ids
 * of the devices, by name.
 */
export async function startSwitches(
  plans: Readonly<Record<string, SwitchPlan>>,
  options: Pick<InstallationOptions, 'commands'> = {},
): Promise<{ house: Installation; ids: ReadonlyMap<string, number> }> {
  const house = await startInstallation({
    ...options,
    scene: sceneOf(
      Object.entries(plans).map(([name, { vendor, model, console, rebootMs }]) => ({
        kind: 'switch',
        name,
        vendor,
        model,
        console,
        ...(rebootMs === undefined ? {} : { rebootMs }),
      })),
    ),
  })
  const ids = new Map<string, number>()
  for (const [
    name,
    {
      protocol,
      console: { login, password, enable: enablePassword },
    },
  ] of Object.entries(plans)) {
    const device = house.simulated(name)
    const access = await house.admin.post<{ id: number }>('/device-access', {
      name,
      public_community: 'public',
      private_community: 'private',
      login,
      password,
      ...(enablePassword ? { enable_password: enablePassword } : {}),
      params: {
        sw_core_connection: {
          snmp_version: '2c',
          snmp_port: device.port,
          snmp_timeout_sec: 2,
          snmp_repeats: 2,
          console_connection_type: protocol,
          console_port: device.console![protocol],
        },
      },
    })
    const found = await house.admin.post<{ model: { id: number } }>('/device-detect', {
      ip: device.ip,
      access_id: access.id,
    })
    ids.set(
      name,
      (
        await house.admin.post<{ id: number }>('/device', {
          ip: device.ip,
          name,
          access_id: access.id,
          model_id: found.model.id,
        })
      ).id,
    )
  }
  return { house, ids }
}
