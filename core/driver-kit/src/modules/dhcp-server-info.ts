import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { vlanArg } from './arguments.ts'
import { booleanOrNull, closed, integerOrNull, orNull, textOrNull } from './shapes.ts'

export const dhcpServerRow = closed({
  name: T.String({ description: 'Name of the server' }),
  interface: T.String({ description: 'Interface of the server' }),
  lease_time: integerOrNull('Length of a lease, seconds'),
  address_pool: textOrNull('Pool; static-only: none'),
  disabled: booleanOrNull('Disabled by an administrator'),
  extra: closed({
    vlan: orNull(
      closed({ vlan_id: integerOrNull('VLAN id'), name: T.String() }),
      'VLAN of the interface; null: not a VLAN interface',
    ),
  }),
})

/** DHCP servers of RouterOS. */
export const dhcpServerInfo = defineModule({
  name: 'dhcp_server_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS DHCP servers',
  args: closed({
    name: T.Optional(T.String({ description: 'Name of the server' })),
    vlan_id: T.Optional(vlanArg),
    vlan_name: T.Optional(T.String({ description: 'Name of the VLAN interface' })),
  }),
  result: T.Array(dhcpServerRow),
  example: [
    {
      name: 'dhcp301',
      interface: 'vlan301',
      lease_time: 86400,
      address_pool: 'pool301',
      disabled: false,
      extra: { vlan: { vlan_id: 301, name: 'vlan301' } },
    },
  ],
})
