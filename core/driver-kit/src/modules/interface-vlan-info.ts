import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { vlanArg } from './arguments.ts'
import { booleanOrNull, closed, integerOrNull, textOrNull } from './shapes.ts'

/** VLAN interfaces of a router (RouterOS /interface/vlan). */
export const interfaceVlanInfo = defineModule({
  name: 'interface_vlan_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'VLAN interfaces of a router',
  args: closed({
    name: T.Optional(T.String({ minLength: 1, description: 'Name of the VLAN interface' })),
    vlan_id: T.Optional(vlanArg),
  }),
  result: T.Array(
    closed({
      vlan_id: integerOrNull('VLAN id'),
      name: T.String({ description: 'Name of the VLAN interface' }),
      interface: textOrNull('Interface that carries the VLAN'),
      disabled: booleanOrNull('Disabled by an administrator'),
      arp: textOrNull('ARP mode, e.g. enabled, reply-only'),
      comment: textOrNull('Comment'),
    }),
  ),
  example: [
    { vlan_id: 301, name: 'vlan301', interface: 'ether1', disabled: false, arp: 'enabled', comment: null },
  ],
})
