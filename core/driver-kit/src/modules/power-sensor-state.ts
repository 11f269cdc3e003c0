import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed } from './shapes.ts'

/** State of the mains power. */
export const powerSensorState = defineModule({
  name: 'power_sensor_state',
  kind: 'read',
  permission: 'device_show',
  summary: 'Mains power',
  args: noArgs,
  result: closed({ state: T.Enum(['OK', 'PowerIsBad', 'Unknown']) }),
  example: { state: 'OK' },
})
