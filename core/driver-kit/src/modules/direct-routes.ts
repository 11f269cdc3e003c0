import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { InterfaceRef, booleanOrNull, closed, integerOrNull, orNull, textOrNull } from './shapes.ts'

/** Networks to which the device is directly connected. */
export const directRoutes = defineModule({
  name: 'direct_routes',
  kind: 'read',
  permission: 'device_show',
  summary: 'Connected networks',
  args: noArgs,
  result: T.Array(
    closed({
      type: T.Enum(['v4', 'v6']),
      network: T.String({ description: 'Network address' }),
      broadcast: textOrNull('Broadcast address; null: IPv6 or none'),
      gateway: textOrNull('Address of the device in the network; null: not given'),
      cidr: T.String({ description: 'Network with prefix length, e.g. 192.0.2.0/24' }),
      interface: orNull(InterfaceRef, 'Interface; null: not given'),
      vlan_id: integerOrNull("VLAN id; null: not given and not part of the interface's name"),
      vlan_name: textOrNull('Name of the VLAN or its interface'),
      global: booleanOrNull('IPv6: a global address; null: IPv4'),
    }),
  ),
  example: [
    {
      type: 'v4',
      network: '192.0.2.0',
      broadcast: '192.0.2.255',
      gateway: '192.0.2.1',
      cidr: '192.0.2.0/24',
      interface: { id: 1001, name: 'Vlan301', type: 'VLAN', parent: null, if_index: 1001 },
      vlan_id: 301,
      vlan_name: 'Vlan301',
      global: null,
    },
  ],
})
