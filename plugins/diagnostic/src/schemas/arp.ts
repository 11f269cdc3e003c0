import { Type as T, type Static } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

/** One probe. Unknown fields are absent, because older clients cannot read null. */
export const ArpPing = closedObject(
  {
    seq: T.Integer(),
    host: T.String({ description: 'The address' }),
    sent: T.Integer(),
    received: T.Integer({ description: '1: the address answered' }),
    packet_loss: T.Number({ description: '%' }),
    time: T.Optional(T.String({ description: 'Round trip; absent if the method has none' })),
    min_rtt: T.Optional(T.String()),
    avg_rtt: T.Optional(T.String()),
    max_rtt: T.Optional(T.String()),
    method: T.Enum(['arp', 'arp_table'], {
      description:
        "arp: the router asked now; arp_table: the router's ARP table has a resolved entry, " +
        'which it keeps for minutes to hours',
    }),
    mac: T.Optional(T.String()),
    vlan_id: T.Optional(T.Integer()),
    interface: T.Optional(T.String()),
    status: T.Optional(T.String()),
  },
  {
    $id: 'diagnostic.ArpPing',
    examples: [
      {
        seq: 0,
        host: '192.0.2.55',
        sent: 1,
        received: 1,
        packet_loss: 0,
        method: 'arp_table',
        mac: '02:00:00:00:0A:01',
        vlan_id: 301,
        interface: 'Vlan301',
        status: 'Dynamic',
      },
    ],
  },
)
export type ArpPing = Static<typeof ArpPing>
