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
      output: wordOrNull(['Low', 'High'], 'Level that is driven; null: not given'),
      value: wordOrNull(['Low', 'High'], 'Level that is read; null: not given'),
    }),
  ),
  example: [{ id: 1, name: 'door', direction: 'Input', output: 'Low', value: 'High' }],
})
