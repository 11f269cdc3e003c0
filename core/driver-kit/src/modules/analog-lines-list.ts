import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, numberOrNull, textOrNull } from './shapes.ts'
import { lineIdArg } from './power-control-output-list.ts'

/** Analog lines of a sensor unit. */
export const analogLinesList = defineModule({
  name: 'analog_lines_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'Analog lines',
  args: lineIdArg,
  result: T.Array(
    closed({
      id: T.Integer({ description: 'Number of the line' }),
      name: textOrNull('Name'),
      value: numberOrNull('Value in the unit of the sensor'),
    }),
  ),
  example: [{ id: 1, name: 'battery', value: 12.6 }],
})
