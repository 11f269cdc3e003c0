import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, integerOrNull, numberOrNull, textOrNull, wordOrNull } from './shapes.ts'

/** State and load of the boards of a chassis. */
export const cardStatus = defineModule({
  name: 'card_status',
  kind: 'read',
  permission: 'device_show',
  summary: 'State and load of boards',
  args: noArgs,
  result: T.Array(
    closed({
      id: T.Integer({ description: 'Number of the board, as in card_list' }),
      rack: integerOrNull('Rack'),
      shelf: integerOrNull('Shelf or frame'),
      slot: T.Integer({ description: 'Slot' }),
      oper_status: textOrNull("State in the vendor's words, e.g. inService, normal"),
      _oper_status: integerOrNull("State as the vendor's code"),
      admin_status: wordOrNull(['Enabled', 'Disabled'], 'Configured state; null: not given'),
      _admin_status: integerOrNull("Wanted state as the vendor's code"),
      cpu_load: numberOrNull('Processor, percent'),
      memory_usage: numberOrNull('Memory, percent'),
      temperature: numberOrNull('°C'),
    }),
  ),
  example: [
    {
      id: 1011,
      rack: 1,
      shelf: 1,
      slot: 2,
      oper_status: 'inService',
      _oper_status: 1,
      admin_status: 'Enabled',
      _admin_status: 1,
      cpu_load: 12,
      memory_usage: 43,
      temperature: 44,
    },
  ],
})
