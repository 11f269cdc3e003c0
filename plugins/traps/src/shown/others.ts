import { Type as T, type Static } from 'typebox'
import {
  EmbeddedDevice,
  LogId,
  Time,
  closedObject,
  exampleDevice,
  freeObject,
  nullable,
} from '@linecard/plugin-kit'
import { dropReasons } from '../intake/orders.ts'
import { Sender, exampleTime as time } from './traps.ts'

export const LineView = closedObject(
  {
    id: LogId,
    ...Sender,
    transport: T.Enum(['udp', 'tcp']),
    facility: T.Integer({ description: '0 kernel, 1 user … 23 local7 (RFC 5424)' }),
    severity: T.Integer({ description: '0 emergency … 7 debug' }),
    sent_at: nullable({
      ...Time,
      description: 'By the clock of the device; RFC 3164 has no zone: taken for UTC',
    }),
    host: T.String({ description: 'As the device calls itself; may be empty' }),
    app: T.String(),
    proc_id: T.String(),
    msg_id: T.String(),
    data: nullable(freeObject('Structured data of RFC 5424')),
    message: T.String({ description: 'One line, without controls; secrets are masked' }),
  },
  {
    $id: 'traps.Line',
    examples: [
      {
        id: 20_117,
        time,
        address: '192.0.2.17',
        device: exampleDevice,
        transport: 'udp',
        facility: 23,
        severity: 5,
        sent_at: time,
        host: 'sw-north',
        app: 'LINK',
        proc_id: '',
        msg_id: '',
        data: null,
        message: 'Port 3 link down',
      },
    ],
  },
)
export type LineView = Static<typeof LineView>

export const NameView = closedObject(
  {
    oid: T.String(),
    name: T.String(),
    kind: nullable(T.String()),
    received: T.Integer({ description: 'How often it came; 0: drivers declare it, and it never came' }),
    last_at: nullable(Time),
  },
  {
    $id: 'traps.Name',
    examples: [{ oid: '1.3.6.1.6.3.1.1.5.3', name: 'linkDown', kind: 'link', received: 8, last_at: time }],
  },
)
export type NameView = Static<typeof NameView>

export const SourceView = closedObject(
  {
    address: T.String({ description: 'Empty: senders that are not told apart any more' }),
    protocol: T.Enum(['snmp', 'syslog']),
    device: nullable(EmbeddedDevice),
    received: T.Integer(),
    dropped: T.Partial(closedObject(Object.fromEntries(dropReasons.map(reason => [reason, T.Integer()])))),
    last_at: Time,
    dropping_since: nullable({ ...Time, description: 'Since when more came than is taken; null: never' }),
    dropped_at: nullable({ ...Time, description: 'When more came than is taken for the last time' }),
  },
  {
    $id: 'traps.Source',
    examples: [
      {
        address: '192.0.2.17',
        protocol: 'snmp',
        device: exampleDevice,
        received: 5120,
        dropped: { rate: 4620 },
        last_at: time,
        dropping_since: time,
        dropped_at: time,
      },
    ],
  },
)
export type SourceView = Static<typeof SourceView>
