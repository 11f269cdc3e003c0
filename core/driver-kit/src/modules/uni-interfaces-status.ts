import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import {
  booleanOrNull,
  closed,
  exampleOnu,
  integerOrNull,
  perInterface,
  textOrNull,
  wordOrNull,
} from './shapes.ts'

/** Ethernet ports of ONUs. */
export const uniInterfacesStatus = defineModule({
  name: 'uni_interfaces_status',
  kind: 'read',
  permission: 'device_show',
  summary: 'Ethernet ports of ONUs',
  args: interfaceArgs,
  result: perInterface({
    unis: T.Array(
      closed({
        num: T.Integer({ description: 'Number of the port' }),
        status: wordOrNull(['Up', 'Down', 'Disabled'], 'Link; null: not given'),
        admin_state: wordOrNull(['Enabled', 'Disabled'], 'Configured state; null: not given'),
        speed: textOrNull('Speed in use, e.g. 100, 1000; null: no link'),
        duplex: wordOrNull(['Full', 'Half'], 'Duplex; null: no link or not given'),
        admin_speed: T.Optional(textOrNull('Speed configured, e.g. auto')),
        type: T.Optional(textOrNull('Kind of port, e.g. FE, GE, POTS')),
        name: T.Optional(textOrNull('Name')),
        vlan: T.Optional(integerOrNull('VLAN')),
        flow_control: T.Optional(wordOrNull(['Enabled', 'Disabled'], 'Flow control')),
        power_control: T.Optional(textOrNull('Power over Ethernet')),
        ether_loop: T.Optional(booleanOrNull('A loop was detected')),
      }),
    ),
  }),
  example: [
    {
      interface: exampleOnu,
      unis: [{ num: 1, status: 'Up', admin_state: 'Enabled', speed: '1000', duplex: 'Full' }],
    },
  ],
})
