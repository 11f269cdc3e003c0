import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { ipArg, macArg, vlanArg } from './arguments.ts'
import { booleanOrNull, closed, integerOrNull, macOrNull, orNull, textOrNull } from './shapes.ts'
import { dhcpServerRow } from './dhcp-server-info.ts'

/** DHCP leases of RouterOS. */
export const leaseInfo = defineModule({
  name: 'lease_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS DHCP leases',
  args: closed({
    ip: T.Optional(ipArg),
    vlan_id: T.Optional(vlanArg),
    vlan_name: T.Optional(T.String({ description: 'Name of the VLAN interface' })),
    mac: T.Optional(macArg),
    dhcp_server: T.Optional(T.String({ description: 'Name of the DHCP server' })),
    hide_server_detail: T.Optional(
      T.Enum(['yes', 'no'], { description: 'yes: `extra` has no details of the server, which is faster' }),
    ),
  }),
  result: T.Array(
    closed({
      _id: T.String({ description: 'RouterOS id' }),
      host_name: textOrNull('Name that the host sent'),
      ip: textOrNull('Address'),
      mac: macOrNull('MAC address; null: lease by client id'),
      status: textOrNull('RouterOS status, e.g. bound, waiting'),
      radius: booleanOrNull('Assigned by RADIUS'),
      dynamic: booleanOrNull('Created by the router itself'),
      blocked: booleanOrNull('Access blocked'),
      disabled: booleanOrNull('Disabled by an administrator'),
      lease_time: integerOrNull("Length of the lease, seconds; null: the server's default"),
      last_seen: integerOrNull('Seconds since the last packet of the host; null: never'),
      expires_at: textOrNull('End of the lease, RFC 3339; null: never or not given'),
      server: textOrNull('DHCP server; null: all'),
      comment: textOrNull('Comment'),
      extra: closed({
        id: T.String(),
        client_id: textOrNull('Client id'),
        server: orNull(dhcpServerRow, 'The server; null when hidden or not given'),
      }),
    }),
  ),
  example: [
    {
      _id: '*7',
      host_name: 'tv-box',
      ip: '192.0.2.55',
      mac: '02:00:00:00:0A:01',
      status: 'bound',
      radius: false,
      dynamic: true,
      blocked: false,
      disabled: false,
      lease_time: null,
      last_seen: 31,
      expires_at: '2026-01-02T00:00:00.000Z',
      server: 'dhcp301',
      comment: null,
      extra: { id: '*7', client_id: null, server: null },
    },
  ],
})
