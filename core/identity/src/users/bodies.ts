import { Type as T, type Static } from 'typebox'
import { Id, Reference, closedObject, ignored, nullable, text, unread } from '@linecard/plugin-kit'
import { StrictAccess } from '../networks/strict-access.ts'

const password = T.String({ minLength: 1, maxLength: 256, writeOnly: true })
const profile = {
  name: T.Optional(text(200)),
  email: T.Optional(text(254)),
  language: T.Optional(T.Enum(['en', 'uk', 'ru'])),
  settings: T.Optional(
    T.Object(
      { strict_access_by_ip: T.Optional(StrictAccess) },
      { additionalProperties: true, description: 'Settings of the web panel, and strict access' },
    ),
  ),
}

export const UserBody = closedObject(
  {
    id: T.Optional(Id),
    login: T.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$',
      description: 'Unique without regard to case',
    }),
    password,
    role: T.Optional(Reference),
    role_id: T.Optional(Id),
    status: T.Optional(T.Enum(['ENABLED', 'DISABLED'])),
    device_groups: T.Optional(
      T.Array(T.Union([Id, Reference]), {
        maxItems: 10_000,
        description: 'Device groups that the user sees; empty: all',
      }),
    ),
    last_activity: unread,
    ...profile,
    ...ignored,
  },
  {
    examples: [
      { login: 'jane', password: 'long enough', name: 'Jane Miller', role_id: 5, device_groups: [] },
    ],
  },
)
export type UserBody = Static<typeof UserBody>

/** Of a user who exists. Null keeps the present one: clients send back an answer, in which it is null. */
const newPassword = T.Optional(nullable(password))

/** The member with which callers prove again who they are. */
const currentPassword = T.Optional(
  T.String({
    maxLength: 256,
    writeOnly: true,
    description: 'The present password of the caller; required for a new password of their own',
  }),
)

export const UserChange = T.Object(
  { ...T.Partial(UserBody).properties, password: newPassword, current_password: currentPassword },
  { additionalProperties: false, examples: [{ name: 'Jane Miller', status: 'ENABLED' }] },
)
export type UserChange = Static<typeof UserChange>

export const ProfileBody = closedObject({
  ...profile,
  password: newPassword,
  current_password: currentPassword,
})
export type ProfileBody = Static<typeof ProfileBody>
