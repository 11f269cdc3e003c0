import { Type as T, type Static } from 'typebox'
import { closedObject, Id, idOf, ignored, nullable, text, Time } from '@linecard/plugin-kit'
import { levels } from '../tables.ts'
import { QuietHours } from '../quiet.ts'

const severities = T.Array(T.Enum([...levels]), {
  maxItems: levels.length,
  uniqueItems: true,
  description: 'Severities of events; notify: actions, and messages of people',
})
const names = (description: string) =>
  T.Array(T.String({ minLength: 1, maxLength: 100 }), { maxItems: 500, description })
const type = T.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', description: 'Type of the channel: email' })
const enabled = T.Boolean({ description: 'Messages are sent to it' })

/** What a person writes. Absent members keep their value, of a new contact the standard one. */
const fields = {
  description: T.Optional(text(500)),
  enabled: T.Optional(enabled),
  severities: T.Optional(severities),
  ignored_events: T.Optional(names('Events that are not told to it')),
  ignored_actions: T.Optional(names('Actions that are not told to it')),
  quiet: T.Optional(nullable(QuietHours)),
  secret: T.Optional(
    nullable(
      T.String({
        minLength: 8,
        maxLength: 500,
        pattern: '^[^\\u0000]*$',
        writeOnly: true,
        description: 'Key with which messages are signed; null: none',
      }),
    ),
  ),
  ...ignored,
}
const value = T.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^[^\\u0000]*$',
  writeOnly: true,
  description: 'An address of the channel. What is shown of it, written back, changes nothing',
})

export const NewOwnContact = closedObject({ type, value, ...fields })
export const NewContact = closedObject({ user_id: idOf('the user who is told'), type, value, ...fields })
export const ContactChange = closedObject({ value: T.Optional(value), ...fields })
export type ContactFields = Static<typeof ContactChange>

/** What the lists can be narrowed to. */
export const filters = { type, user_id: idOf('a user') }

export const ContactView = closedObject(
  {
    id: Id,
    user: closedObject({ id: Id, login: nullable(T.String({ description: 'null: the user is disabled' })) }),
    type,
    value: T.String({ description: 'Of a webhook scheme and host; *** for the rest' }),
    ready: T.Boolean({ description: 'false: a Telegram contact whose owner has not written to the bot yet' }),
    description: T.String(),
    enabled,
    severities: T.Array(T.String()),
    ignored_events: T.Array(T.String()),
    ignored_actions: T.Array(T.String()),
    quiet: nullable(QuietHours),
    has_secret: T.Boolean({ description: 'Messages to it are signed' }),
    problem: nullable(T.String({ description: 'Why its last message was refused for good' })),
    created_at: Time,
    updated_at: Time,
  },
  {
    $id: 'notifications.Contact',
    description: 'Where a person is told',
    examples: [
      {
        id: 3,
        user: { id: 5, login: 'noc' },
        type: 'email',
        value: 'noc@example.org',
        ready: true,
        description: 'Shift',
        enabled: true,
        severities: ['warning', 'critical'],
        ignored_events: [],
        ignored_actions: [],
        quiet: { from: '22:00', to: '07:00', time_zone: 'Europe/Kyiv', critical: true },
        has_secret: false,
        problem: null,
        created_at: '2026-03-02T10:00:00.000Z',
        updated_at: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
export type ContactView = Static<typeof ContactView>

export const ChannelView = closedObject(
  {
    type: T.String(),
    component: T.String(),
    label: T.String(),
    hint: T.String({ description: 'What the value of a contact is' }),
    missing: nullable(T.String({ description: 'What its settings lack; null: it can be used' })),
  },
  {
    $id: 'notifications.Channel',
    description: 'A way in which messages reach people',
    examples: [
      {
        type: 'email',
        component: 'notifications',
        label: 'E-mail',
        hint: 'An e-mail address',
        missing: null,
      },
    ],
  },
)
