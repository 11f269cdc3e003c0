import { Type as T, type Static } from 'typebox'
import { closedObject, Id, idOf, LogId, messageKinds, nullable, text, Time } from '@linecard/plugin-kit'
import { filter } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { levels, sources, states } from '../tables.ts'

const state = T.Enum([...states], {
  description:
    'queued: it is sent when it is due; held: it waits for the end of quiet hours or of a flood, or is ' +
    'part of a digest; cancelled: it is not sent any more',
})
const severity = T.Enum([...levels], { description: 'notify: an action, or a message of a person' })
const moment = (description: string) => T.String({ format: 'date-time', description })

/** What can be asked of a list of deliveries; they are the rows `r`. */
export const narrowing = {
  state,
  channel: T.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', description: 'Type of the channel' }),
  contact_id: idOf('a contact'),
  severity,
  name: text(100, { minLength: 1, description: 'Name of the event or action' }),
  event_id: filter(
    { ...LogId, description: 'Id of an event' },
    id => sql<boolean>`r.source = 'event' and r.source_id = ${id}`,
  ),
  start: filter(
    moment('Those that were written at this time or later'),
    time => sql<boolean>`r.created_at >= ${time}::timestamptz`,
  ),
  stop: filter(
    moment('Those that were written before this time'),
    time => sql<boolean>`r.created_at < ${time}::timestamptz`,
  ),
}

export const DeliveryParams = closedObject({ id: { ...LogId, description: 'Id of the delivery' } })

export const DeliveryView = closedObject(
  {
    id: LogId,
    message_id: T.String({ description: 'The same for every attempt: receivers know repetitions by it' }),
    contact: closedObject({
      id: Id,
      user_id: Id,
      value: T.String({
        description: 'Of a webhook scheme and host, *** for the rest; *** of a user with rights beyond yours',
      }),
    }),
    channel: T.String(),
    source: T.Enum([...sources]),
    source_id: T.Integer({ description: 'Id of the event, or of the record of the action' }),
    kind: T.Enum([...messageKinds]),
    severity,
    name: T.String(),
    title: T.String(),
    device: nullable(closedObject({ id: Id })),
    state,
    attempts: T.Integer(),
    note: T.String({ description: 'Why it failed, waits or was cancelled' }),
    digest_id: nullable(T.Integer({ description: 'The delivery that tells it together with others' })),
    due_at: Time,
    created_at: Time,
    ended_at: nullable({ ...Time, description: 'When it was sent, failed or was cancelled' }),
  },
  {
    $id: 'notifications.Delivery',
    description: 'One message to one contact',
    examples: [
      {
        id: 9001,
        message_id: '6f0c7b58-7a3e-4a43-9f36-2c1f9a9d7d10',
        contact: { id: 3, user_id: 5, value: 'noc@example.org' },
        channel: 'email',
        source: 'event',
        source_id: 1042,
        kind: 'alert',
        severity: 'critical',
        name: 'fiber_cut',
        title: 'Fibre cut below pon0/1',
        device: { id: 17 },
        state: 'sent',
        attempts: 1,
        note: '',
        digest_id: null,
        due_at: '2026-03-02T10:00:00.000Z',
        created_at: '2026-03-02T10:00:00.000Z',
        ended_at: '2026-03-02T10:00:01.000Z',
      },
    ],
  },
)
export type DeliveryView = Static<typeof DeliveryView>

export const MessageBody = closedObject({
  title: T.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
  text: text(4000, { minLength: 1 }),
})
export const MessageView = closedObject(
  { contacts: T.Integer({ description: 'Contacts that get it' }) },
  {
    $id: 'notifications.MessageSent',
    description: 'A message that waits to be sent',
    examples: [{ contacts: 12 }],
  },
)
