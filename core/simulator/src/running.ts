import { configuration as cisco } from './console/dialects/cisco/configuration.ts'
import { configuration as dlink } from './console/dialects/dlink/configuration.ts'
import { configuration as eltex } from './console/dialects/eltex/configuration.ts'
import { configuration as huawei } from './console/dialects/huawei/configuration.ts'
import { configuration as juniper } from './console/dialects/juniper/configuration.ts'
import type { ConsoleSession } from './console/dialect.ts'
import { isOlt, isSwitch } from './console/shell.ts'
import type { SimulatedDevice } from './simulated/base.ts'
import type { SwitchVendor } from './simulated/models/index.ts'

type OfSwitch = (session: Pick<ConsoleSession, 'control' | 'device'>) => string
const switches: Readonly<Record<SwitchVendor, OfSwitch>> = { cisco, dlink, eltex, huawei, juniper }

/**
 * The running configuration of a switch or an OLT, as its vendor prints it. Equal states give equal texts.
 * Throws if the device has none.
 */
export function runningConfiguration(device: SimulatedDevice): string {
  // A restart whose moment has come happens before.
  if (isSwitch(device)) device.control.now()
  if (isSwitch(device)) return switches[device.model.vendor]({ control: device.control, device })
  const text = isOlt(device) ? device.model.running?.(device) : undefined
  if (text === undefined) throw new TypeError(`${device.identity.sysName} has no running configuration`)
  return text
}
