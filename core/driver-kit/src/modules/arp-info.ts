import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, ipArg, macArg, vlanArg } from './arguments.ts'
import { booleanOrNull, closed, integerOrNull, macOrNull, textOrNull } from './shapes.ts'

/**
 * ARP table of RouterOS with all flags. `vlan_id` is null if the VLAN is not known (the reference system
 * answers −1).
 */
export const arpInfo = defineModule({
  name: 'arp_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS ARP table',
  args: interfaceAnd({
    ip: T.Optional(ipArg),
    vlan_id: T.Optional(vlanArg),
    vlan_name: T.Optional(T.String({ description: 'Name of the VLAN interface' })),
    mac: T.Optional(macArg),
    status: T.Optional(T.Enum(['disabled', 'invalid', 'OK'], { description: 'State of the entry' })),
  }),
  result: T.Array(
    closed({
      _id: T.String({ description: 'RouterOS id' }),
      interface: T.String({ description: 'Name of the interface' }),
      ip: T.String({ description: 'IP address' }),
      mac: macOrNull('MAC address; null: not resolved'),
      dynamic: booleanOrNull('Learned'),
      dhcp: booleanOrNull('Created by the DHCP server'),
      disabled: booleanOrNull('Disabled by an administrator'),
      published: booleanOrNull('The router answers ARP for this address (proxy ARP)'),
      invalid: booleanOrNull('The entry cannot be used'),
      comment: textOrNull('Comment'),
      vlan_id: integerOrNull('VLAN id of the interface'),
      status: T.Enum(['OK', 'invalid', 'disabled']),
      extra: closed({ id: T.String(), interface_name: T.String() }),
    }),
  ),
  example: [
    {
      _id: '*2',
      interface: 'vlan301',
      ip: '192.0.2.55',
      mac: '02:00:00:00:0A:01',
      dynamic: true,
      dhcp: false,
      disabled: false,
      published: false,
      invalid: false,
      comment: null,
      vlan_id: 301,
      status: 'OK',
      extra: { id: '*2', interface_name: 'vlan301' },
    },
  ],
})
