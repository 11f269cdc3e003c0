import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { ChangeResult, exampleChange, lineArg } from './change.ts'
import { closed } from './shapes.ts'

const shared = {
  kind: 'change',
  permission: 'sensors_control',
  result: ChangeResult,
  example: exampleChange,
} as const
const line = T.Union([T.Integer({ minimum: 0, maximum: 999 }), T.String({ pattern: '^[0-9]{1,3}$' })], {
  description: 'Number of the output or line',
})
const name = T.Optional(lineArg('Name, one line', 64))

/** Sets the name of the unit (sysName, or the vendor's own object). */
export const ctrlSetDeviceName = defineModule({
  ...shared,
  name: 'ctrl_set_device_name',
  summary: 'Sets the name of the device',
  args: closed({ name: lineArg('One line', 64) }),
})
/** Sets the description of the unit, a text next to its name. */
export const ctrlSetDeviceDescription = defineModule({
  ...shared,
  name: 'ctrl_set_device_description',
  summary: 'Sets the description of the device',
  args: closed({ description: lineArg('One line', 128) }),
})

/**
 * Renames or switches a relay. A relay that was controlled by pings or by a line is in manual mode
 * afterwards.
 */
export const ctrlPowerControlOutput = defineModule({
  ...shared,
  name: 'ctrl_power_control_output',
  summary: 'Renames or switches a relay',
  args: closed({ id: line, name, mode: T.Optional(T.Enum(['On', 'Off'])) }),
})
/** Renames a digital line, sets its direction or its output level. */
export const ctrlDigitalLine = defineModule({
  ...shared,
  name: 'ctrl_digital_line',
  summary: 'Sets name, direction or output level of a digital line',
  args: closed({
    id: line,
    name,
    direction: T.Optional(T.Enum(['Output', 'Input'])),
    output: T.Optional(T.Enum(['Low', 'High'])),
  }),
})
/** Renames an analog line. */
export const ctrlAnalogLine = defineModule({
  ...shared,
  name: 'ctrl_analog_line',
  summary: 'Sets the name of an analog line',
  args: closed({ id: line, name: lineArg('Name, one line', 64) }),
})
