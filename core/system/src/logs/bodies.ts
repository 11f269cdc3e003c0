import { Type as T, type Static } from 'typebox'
import {
  actionStatuses,
  Id,
  Reference,
  closedObject,
  freeObject,
  listQuery,
  nullable,
  text,
} from '@linecard/plugin-kit'

export const status = T.Enum([...actionStatuses], {
  description:
    'STARTED: a device is being changed. UNKNOWN: nobody knows whether it was changed, because its process ' +
    'ended or the device fell silent; it can be verified. DONE, NOT_DONE: verified later',
})

export const ActionFilter = closedObject(
  {
    start: T.Optional(T.String({ format: 'date-time', description: 'Earliest time' })),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Latest time' })),
    actions: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 500 })),
    users: T.Optional(
      T.Array(T.Union([Id, Reference, text(64)]), { maxItems: 500, description: 'Ids, users or logins' }),
    ),
    status: T.Optional(status),
    query: T.Optional(
      text(200, { description: 'Part of the action, the message, a login, an address or an error code' }),
    ),
    device: T.Optional(Reference),
    device_id: T.Optional(Id),
    ...listQuery,
  },
  {
    $id: 'system.ActionFilter',
    examples: [{ start: '2026-03-01T00:00:00Z', actions: ['device:updated'], status: 'SUCCESS' }],
  },
)
export type ActionFilter = Static<typeof ActionFilter>

export const OwnAction = closedObject(
  {
    action: T.String({
      maxLength: 100,
      pattern: '^[a-z0-9][\\w.-]*:[\\w.:-]+$',
      description: '`<group>:<what>`',
    }),
    device: T.Optional(nullable(Reference)),
    user: T.Optional(T.Unknown({ readOnly: true, description: 'Not read: the user is the caller' })),
    status: T.Optional(T.Enum(['SUCCESS', 'FAILED'])),
    message: T.Optional(text(2000)),
    meta: T.Optional(
      nullable(freeObject("The client's own data; values with the name of a secret are masked")),
    ),
  },
  {
    $id: 'system.OwnAction',
    examples: [
      {
        action: 'auto:port_reseted',
        status: 'SUCCESS',
        message: 'Port 3 was reset',
        meta: { interface: { id: 3, name: 'Gi0/3' } },
      },
    ],
  },
)
export type OwnAction = Static<typeof OwnAction>
