import type { SimulatedOlt } from '../olt/olt.ts'
import type { SimulatedDevice } from '../simulated/base.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { AnySession, ConsoleSession, Dialect } from './dialect.ts'
import { dialects } from './dialects/index.ts'
import type { OltProduct, OltSession } from './olt-session.ts'

/** A dialect of whatever device. A session that it gets has the fields of its own kind. */
// oxlint-disable-next-line no-explicit-any -- which kind is known only to the device
export type AnyDialect = Dialect<any>

/** The command line of one device. */
export interface Shell {
  device: SimulatedDevice
  dialect: AnyDialect
  /** Fields that a new session of this kind of device has besides the common ones. */
  sessionFields(): object
}

export const isSwitch = (device: SimulatedDevice): device is SimulatedSwitch =>
  'stations' in device && 'model' in device && 'control' in device
export const isOlt = (device: SimulatedDevice): device is SimulatedOlt => 'pons' in device

/** Undefined if the device has no console. */
export function shellOf(device: SimulatedDevice): Shell | undefined {
  if (isSwitch(device))
    return {
      device,
      dialect: dialects[device.model.vendor],
      sessionFields: (): Omit<ConsoleSession, keyof AnySession> => ({
        control: device.control,
        ports: [],
        vlan: 0,
      }),
    }
  const oltDialect = isOlt(device) ? (device.model as OltProduct).console : undefined
  if (isOlt(device) && oltDialect)
    return {
      device,
      dialect: oltDialect,
      sessionFields: (): Omit<OltSession, keyof AnySession> => ({
        olt: device,
        card: undefined,
        pon: undefined,
        onu: undefined,
        notes: {},
      }),
    }
  return undefined
}
