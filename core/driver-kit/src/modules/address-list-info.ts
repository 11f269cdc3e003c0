import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { booleanOrNull, closed, textOrNull } from './shapes.ts'

/** Firewall address lists of RouterOS. */
export const addressListInfo = defineModule({
  name: 'address_list_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS firewall address lists',
  args: closed({
    _id: T.Optional(T.String({ description: 'RouterOS id, e.g. *1' })),
    name: T.Optional(T.String({ description: 'Name of the list' })),
    address: T.Optional(T.String({ description: 'Address or network' })),
  }),
  result: T.Array(
    closed({
      _id: T.String({ description: 'RouterOS id' }),
      name: T.String({ description: 'List' }),
      address: T.String({ description: 'Address, network, range or name' }),
      created: textOrNull("When the entry was made, by the device's clock: YYYY-MM-DD HH:MM:SS"),
      timeout: textOrNull('Remaining time as RouterOS writes it; null: no time limit'),
      dynamic: booleanOrNull('Created by the router itself'),
      disabled: booleanOrNull('Disabled by an administrator'),
      comment: textOrNull('Comment'),
    }),
  ),
  example: [
    {
      _id: '*1',
      name: 'debtors',
      address: '192.0.2.55',
      created: '2026-01-23 23:28:01',
      timeout: null,
      dynamic: false,
      disabled: false,
      comment: null,
    },
  ],
})
