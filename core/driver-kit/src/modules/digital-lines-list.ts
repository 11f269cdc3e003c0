import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, textOrNull, wordOrNull } from './shapes.ts'
import { lineIdArg } from './power-control-output-list.ts'

/** Digital lines of a sensor unit. */
export const digitalLinesList = defineModule({
  name: 'digital_lines_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'Digital lines',
  args: lineIdArg,
  result: T.Array(
    closed({
      id: T.Integer({ description: 'Number of the line' }),
      name: textOrNull('Name'),
      direction: wordOrNull(['Output', 'Input'], 'Direction; null: not given'),
      output: wordOrNull(['Low', 'High'], 'Output level; null: not given'),
      value: wordOrNull(['Low', 'High'], 'Input level; null: not given'),
    }),
  ),
  example: [{ id: 1, name: 'door', direction: 'Input', output: 'Low', value: 'High' }],
})
