import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed } from './shapes.ts'

/** State of the shock sensor. */
export const knockSensorState = defineModule({
  name: 'knock_sensor_state',
  kind: 'read',
  permission: 'device_show',
  summary: 'Shock sensor',
  args: noArgs,
  result: closed({ state: T.Enum(['OK', 'Alarm', 'Unknown']) }),
  example: { state: 'OK' },
})
