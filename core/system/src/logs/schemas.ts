import { Type as T, type Static } from 'typebox'
import {
  Id,
  Reference,
  Time,
  closedObject,
  freeObject,
  listQuery,
  nullable,
  text,
} from '@linecard/plugin-kit'

const statuses = T.Enum(['SUCCESS', 'FAILED'])
const name = T.String({
  maxLength: 100,
  pattern: '^[a-z0-9][\\w.-]*:[\\w.:-]+$',
  description: '`<group>:<what>`',
})

const example = {
  id: 17,
  created_at: '2026-03-02T10:00:00.000Z',
  action: 'device:updated',
  status: 'SUCCESS',
  user: { id: 1, login: 'admin' },
  device: { id: 12 },
  message: '',
  meta: { params: { id: 12 }, body: { location: 'Roof' } },
  error_code: null,
  ip: '192.0.2.7',
  session_id: 4,
  request_id: '3b0f8b0e-3f0b-4a0e-9df0-6a3c5d1c9b10',
  operation_id: 'inventory.device.update',
  duration_ms: 9,
}
export const ActionView = closedObject(
  {
    id: T.Integer(),
    created_at: Time,
    action: T.String({ description: '`<group>:<what>`' }),
    status: statuses,
    user: nullable(
      closedObject(
        { id: nullable(Id), login: nullable(T.String()) },
        { description: 'The id is null for a failed sign-in' },
      ),
    ),
    device: nullable(closedObject({ id: Id })),
    message: T.String({ description: 'What went wrong, or what the client said' }),
    meta: freeObject('What was sent (secrets masked), old and new values, the reply of the device'),
    error_code: nullable(T.String()),
    ip: nullable(T.String()),
    session_id: nullable(
      T.Integer({ description: 'Session or key; null for trusted networks and the service itself' }),
    ),
    request_id: nullable(T.String()),
    operation_id: nullable(T.String({ description: 'Null for what a client recorded itself' })),
    duration_ms: nullable(T.Integer()),
  },
  { $id: 'system.Action', examples: [example] },
)

export const ActionFilter = closedObject(
  {
    start: T.Optional(T.String({ format: 'date-time', description: 'Not before' })),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Not after' })),
    actions: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 500 })),
    users: T.Optional(
      T.Array(T.Union([Id, Reference, text(64)]), { maxItems: 500, description: 'Ids, users or logins' }),
    ),
    status: T.Optional(statuses),
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
    action: name,
    device: T.Optional(nullable(Reference)),
    user: T.Optional(T.Unknown({ description: 'Not looked at: the user is whoever asks' })),
    status: T.Optional(statuses),
    message: T.Optional(text(2000)),
    meta: T.Optional(nullable(freeObject("Anything of the client's own; names of secrets are masked"))),
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

export const logSchemas = [ActionView, ActionFilter, OwnAction]
