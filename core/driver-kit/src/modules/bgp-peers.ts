import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, counterOrNull, integerOrNull, textOrNull, wordOrNull } from './shapes.ts'

export const bgpStates = ['idle', 'connect', 'active', 'opensent', 'openconfirm', 'established'] as const

/** BGP neighbours (BGP4-MIB bgpPeerTable: IPv4 peers only). */
export const bgpPeers = defineModule({
  name: 'bgp_peers',
  kind: 'read',
  permission: 'device_show',
  summary: 'BGP neighbours',
  args: noArgs,
  result: T.Array(
    closed({
      identifier: textOrNull("Neighbour's BGP identifier; null while not established"),
      state: wordOrNull(bgpStates, 'State of the session'),
      admin_status: wordOrNull(['disabled', 'enabled'], 'Configured state (bgpPeerAdminStatus stop, start)'),
      negotiated_version: integerOrNull('Negotiated BGP version'),
      local_addr: textOrNull('Own address'),
      local_port: integerOrNull('Own TCP port'),
      remote_addr: T.String({ description: "Neighbour's address" }),
      remote_port: integerOrNull("Neighbour's TCP port"),
      remote_as: integerOrNull("Neighbour's AS number"),
      last_error: textOrNull('Last error as code.subcode of RFC 4271; null: none'),
      established_time: integerOrNull(
        'Seconds in the established state, or since the session was last in it',
      ),
      in_updates: counterOrNull('UPDATE messages received'),
      out_updates: counterOrNull('UPDATE messages sent'),
    }),
  ),
  example: [
    {
      identifier: '192.0.2.9',
      state: 'established',
      admin_status: 'enabled',
      negotiated_version: 4,
      local_addr: '192.0.2.1',
      local_port: 179,
      remote_addr: '192.0.2.9',
      remote_port: 40211,
      remote_as: 64513,
      last_error: null,
      established_time: 86412,
      in_updates: 120,
      out_updates: 33,
    },
  ],
})
