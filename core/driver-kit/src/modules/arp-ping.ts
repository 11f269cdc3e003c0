import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { lineArg, oneVlanArg } from './change.ts'
import { closed, integerOrNull, numberOrNull, textOrNull } from './shapes.ts'

/**
 * Asks a neighbour by ARP: whoever answers no ping answers this, or is not there. RouterOS `/ping
 * arp-ping=yes`; fields keep its names.
 */
export const arpPing = defineModule({
  name: 'arp_ping',
  kind: 'read',
  exclusive: true,
  permission: 'device_show',
  summary: 'Whether a neighbour answers ARP',
  args: closed({
    ip: T.String({ format: 'ipv4', description: 'IPv4 address of the neighbour' }),
    vlan_id: T.Optional(oneVlanArg),
    vlan_name: T.Optional(lineArg('Name of the interface, in place of a VLAN id', 64)),
    count: T.Optional(
      T.Union([T.Integer({ minimum: 1, maximum: 20 }), T.String({ pattern: '^(?:1?[0-9]|20)$' })], {
        description: 'Questions, 3 unless said',
      }),
    ),
  }),
  result: T.Array(
    closed({
      seq: integerOrNull('Number of the question'),
      host: T.String({ description: 'Who was asked' }),
      status: textOrNull('Why there was no answer, e.g. timeout; null: there was one'),
      time: numberOrNull('Time until the answer, ms'),
      sent: integerOrNull('Questions so far'),
      received: integerOrNull('Answers so far'),
      'packet-loss': numberOrNull('Share that was lost so far, percent'),
      'min-rtt': numberOrNull('Shortest time so far, ms'),
      'avg-rtt': numberOrNull('Mean time so far, ms'),
      'max-rtt': numberOrNull('Longest time so far, ms'),
    }),
    { description: 'A row for each question' },
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
