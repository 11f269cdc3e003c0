import { Type as T, type Static } from 'typebox'
import { closedObject, nullable } from '@linecard/plugin-kit'

export const PingView = closedObject(
  {
    ip: T.String(),
    alive: T.Boolean({ description: 'At least one probe was answered' }),
    method: T.Enum(['icmp', 'tcp', 'snmp'], {
      description: 'tcp: a handshake with port 22, 23 or 80 (a refusal is an answer); snmp: sysUpTime',
    }),
    instead: nullable(T.String({ description: 'Why ICMP was not used' })),
    sent: T.Integer(),
    received: T.Integer(),
    packet_loss: T.Number({ description: '%' }),
    times_ms: T.Array(nullable(T.Number()), { description: 'Of each probe; null: no answer' }),
    min_ms: nullable(T.Number()),
    avg_ms: nullable(T.Number()),
    max_ms: nullable(T.Number()),
  },
  {
    $id: 'diagnostic.Ping',
    examples: [
      {
        ip: '192.0.2.17',
        alive: true,
        method: 'icmp',
        instead: null,
        sent: 4,
        received: 3,
        packet_loss: 25,
        times_ms: [1.21, 1.09, null, 1.3],
        min_ms: 1.09,
        avg_ms: 1.2,
        max_ms: 1.3,
      },
    ],
  },
)
export type PingView = Static<typeof PingView>

export const TraceView = closedObject(
  {
    ip: T.String(),
    reached: T.Boolean({ description: 'The address itself answered' }),
    complete: T.Boolean({ description: 'False: the time ran out first' }),
    hops: T.Array(
      closedObject({
        hop: T.Integer(),
        ip: nullable(T.String({ description: 'Null: no answer' })),
        time_ms: nullable(T.Number()),
        note: nullable(T.String({ description: '!H host, !N network unreachable, !X forbidden' })),
      }),
    ),
  },
  {
    $id: 'diagnostic.Trace',
    examples: [
      {
        ip: '192.0.2.17',
        reached: true,
        complete: true,
        hops: [
          { hop: 1, ip: '198.51.100.1', time_ms: 0.4, note: null },
          { hop: 2, ip: null, time_ms: null, note: null },
          { hop: 3, ip: '192.0.2.17', time_ms: 1.2, note: null },
        ],
      },
    ],
  },
)
