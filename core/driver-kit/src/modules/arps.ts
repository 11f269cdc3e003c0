import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { ipArg, macArg, vlanArg } from './arguments.ts'
import { InterfaceRef, closed, integerOrNull, macOrNull, orNull, wordOrNull } from './shapes.ts'

/** ARP table. Includes IPv6 neighbours if the device reports them. */
export const arps = defineModule({
  name: 'arps',
  kind: 'read',
  permission: 'device_show',
  summary: 'ARP and neighbour table',
  args: closed({ ip: T.Optional(ipArg), vlan_id: T.Optional(vlanArg), mac: T.Optional(macArg) }),
  result: T.Array(
    closed({
      interface: orNull(InterfaceRef, 'Interface of the neighbour; null: not given'),
      ip: T.String({ description: 'IPv4 or IPv6 address' }),
      mac: macOrNull('MAC address; null: not resolved'),
      vlan_id: integerOrNull("VLAN id; null: not given and not told by the interface's name"),
      status: wordOrNull(
        ['Dynamic', 'Static', 'Invalid', 'Local', 'Other'],
        'Origin of the entry; null: not given',
      ),
      _age: T.Optional(integerOrNull('Age, seconds')),
    }),
  ),
  example: [
    {
      interface: { id: 1001, name: 'Vlan301', type: 'VLAN', parent: null, if_index: 1001 },
      ip: '192.0.2.55',
      mac: '02:00:00:00:0A:01',
      vlan_id: 301,
      status: 'Dynamic',
    },
  ],
})
