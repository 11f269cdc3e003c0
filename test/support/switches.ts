import type { ConsoleOptions, SwitchModelName, SwitchVendor } from '@linecard/simulator'
import { sceneOf, startInstallation, type Installation } from './installation.ts'

/** A simulated switch with a command line. */
export interface SwitchPlan { vendor: SwitchVendor, model: SwitchModelName, protocol: 'telnet' | 'ssh', console: ConsoleOptions }

/** An installation with these switches in its inventory, their consoles in the access profiles. `ids`: of the devices, by name. */
export async function startSwitches(plans: Readonly<Record<string, SwitchPlan>>): Promise<{ house: Installation, ids: ReadonlyMap<string, number> }> {
  const house = await startInstallation({ scene: sceneOf(Object.entries(plans).map(([name, { vendor, model, console }]) => ({ kind: 'switch', name, vendor, model, console }))) })
  const ids = new Map<string, number>()
  for (const [name, { protocol, console: { login, password, enable } }] of Object.entries(plans)) {
    const device = house.simulated(name)
    const access = await house.admin.post<{ id: number }>('/device-access', {
      name, public_community: 'public', private_community: 'private', login, password, ...enable ? { enable_password: enable } : {},
      params: { sw_core_connection: { snmp_version: '2c', snmp_port: device.port, snmp_timeout_sec: 2, snmp_repeats: 2, console_connection_type: protocol, console_port: device.console![protocol] } },
    })
    const found = await house.admin.post<{ model: { id: number } }>('/device-detect', { ip: device.ip, access_id: access.id })
    ids.set(name, (await house.admin.post<{ id: number }>('/device', { ip: device.ip, name, access_id: access.id, model_id: found.model.id })).id)
  }
  return { house, ids }
}
