import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { lineArg, oneVlanArg } from './change.ts'
import { closed, integerOrNull, numberOrNull, textOrNull } from './shapes.ts'

/**
 * Sends ARP requests to a neighbour. A host that blocks ICMP ping still answers ARP if it is there. RouterOS
 * `/ping arp-ping=yes`; fields keep its names.
 */
export const arpPing = defineModule({
  name: 'arp_ping',
  kind: 'read',
  exclusive: true,
  permission: 'device_show',
  summary: 'Tests if a neighbour answers ARP',
  args: closed({
    ip: T.String({ format: 'ipv4', description: 'IPv4 address of the neighbour' }),
    vlan_id: T.Optional(oneVlanArg),
    vlan_name: T.Optional(lineArg('Name of the interface, instead of a VLAN id', 64)),
    count: T.Optional(
      T.Union([T.Integer({ minimum: 1, maximum: 20 }), T.String({ pattern: '^(?:1?[0-9]|20)$' })], {
        description: 'Number of requests, 3 by default',
      }),
    ),
  }),
  result: T.Array(
    closed({
      seq: integerOrNull('Number of the request'),
      host: T.String({ description: 'Address of the neighbour' }),
      status: textOrNull('Reason for a missing answer, e.g. timeout; null: the neighbour answered'),
      time: numberOrNull('Response time, ms'),
      sent: integerOrNull('Requests so far'),
      received: integerOrNull('Answers so far'),
      'packet-loss': numberOrNull('Lost so far, percent'),
      'min-rtt': numberOrNull('Shortest time so far, ms'),
      'avg-rtt': numberOrNull('Mean time so far, ms'),
      'max-rtt': numberOrNull('Longest time so far, ms'),
    }),
    { description: 'One row for each request' },
  ),
  example: [
    {
      seq: 0,
      host: '192.0.2.55',
      status: null,
      time: 0.4,
      sent: 1,
      received: 1,
      'packet-loss': 0,
      'min-rtt': 0.4,
      'avg-rtt': 0.4,
      'max-rtt': 0.4,
    },
  ],
})
