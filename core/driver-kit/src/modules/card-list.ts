import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, integerOrNull, textOrNull, wordOrNull } from './shapes.ts'

/** Boards of a chassis OLT. */
export const cardList = defineModule({
  name: 'card_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'Boards of a chassis',
  args: noArgs,
  result: T.Array(
    closed({
      id: T.Integer({ description: 'Number of the board; card_status uses the same' }),
      rack: integerOrNull('Rack'),
      shelf: integerOrNull('Shelf or frame'),
      slot: T.Integer({ description: 'Slot' }),
      cfg_type: textOrNull('Board type configured'),
      real_type: T.Optional(textOrNull('Board type plugged in')),
      technology: wordOrNull(
        ['epon', 'gpon', 'xgpon', 'xgspon', 'xepon'],
        'PON technology; null: not a PON board',
      ),
      num_ports: integerOrNull('Ports on the board'),
      soft_ver: textOrNull('Software version'),
      serial_num: T.Optional(textOrNull('Serial number')),
    }),
  ),
  example: [
    {
      id: 1011,
      rack: 1,
      shelf: 1,
      slot: 2,
      cfg_type: 'GTGO',
      technology: 'gpon',
      num_ports: 8,
      soft_ver: 'V1.2.5P3',
    },
  ],
})
