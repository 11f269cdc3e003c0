import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, ipArg, macArg, vlanArg } from './arguments.ts'
import { InterfaceRef, Mac, closed, exampleOnu, integerOrNull, orNull, textOrNull } from './shapes.ts'

/** Bindings of DHCP snooping. */
export const snoopingInfo = defineModule({
  name: 'snooping_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'DHCP snooping bindings',
  args: interfaceAnd({
    ip: T.Optional(ipArg),
    mac_address: T.Optional(macArg),
    vlan_id: T.Optional(vlanArg),
  }),
  result: T.Array(
    closed({
      interface: orNull(InterfaceRef, 'Port or ONU; null: not given'),
      mac_address: Mac,
      vlan_id: integerOrNull('VLAN id'),
      ip: T.String({ description: 'Leased IP address' }),
      remaining: integerOrNull('Remaining lease time, seconds; null: static or not given'),
      _type: T.Optional(textOrNull('Kind of binding as the device writes it')),
    }),
  ),
  example: [
    {
      interface: exampleOnu,
      mac_address: '02:00:00:00:0A:01',
      vlan_id: 301,
      ip: '192.0.2.55',
      remaining: 1781,
    },
  ],
})
