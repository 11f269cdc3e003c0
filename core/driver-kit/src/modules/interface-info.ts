import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { booleanOrNull, closed, counterOrNull, integerOrNull, macOrNull, textOrNull } from './shapes.ts'

/** RouterOS interface table (/interface) with counters. */
export const interfaceInfo = defineModule({
  name: 'interface_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS interfaces with counters',
  args: closed({
    name: T.Optional(T.String({ minLength: 1, description: 'Only the interface of this name' })),
  }),
  result: T.Array(
    closed({
      _id: T.String({ description: 'RouterOS id, e.g. *1' }),
      name: T.String({ description: 'Name' }),
      type: T.String({ description: 'RouterOS type, e.g. ether, vlan, bridge' }),
      mtu: integerOrNull('Configured MTU, octets; null: auto'),
      actual_mtu: integerOrNull('MTU in use, octets'),
      mac_address: macOrNull('MAC address'),
      last_link_up_time: textOrNull(
        'Time when the link last came up; RFC 3339 if the time zone of the device is known',
      ),
      link_downs: integerOrNull('Number of times the link was lost'),
      rx_byte: counterOrNull('Received, octets'),
      tx_byte: counterOrNull('Sent, octets'),
      rx_packet: counterOrNull('Received, packets'),
      tx_packet: counterOrNull('Sent, packets'),
      rx_drop: counterOrNull('Received and dropped, packets'),
      tx_drop: counterOrNull('Dropped before sending, packets'),
      running: booleanOrNull('Link is up'),
      disabled: booleanOrNull('Disabled by an administrator'),
      comment: textOrNull('Comment'),
    }),
  ),
  example: [
    {
      _id: '*1',
      name: 'ether1',
      type: 'ether',
      mtu: 1500,
      actual_mtu: 1500,
      mac_address: '02:00:00:00:03:01',
      last_link_up_time: null,
      link_downs: 2,
      rx_byte: 1504587908,
      tx_byte: 884512,
      rx_packet: 10022,
      tx_packet: 8011,
      rx_drop: 0,
      tx_drop: 0,
      running: true,
      disabled: false,
      comment: null,
    },
  ],
})
