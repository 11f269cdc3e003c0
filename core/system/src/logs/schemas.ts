import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { ActionFilter, OwnAction, status } from './bodies.ts'

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
  changes: null,
  verification: null,
}
const verified = T.Enum(['DONE', 'NOT_DONE', 'UNKNOWN'])
const Change = closedObject({
  module: T.String(),
  step: nullable(T.String({ description: 'Name of the change in the answer of its operation' })),
  device: nullable(closedObject({ id: Id })),
  ip: T.String(),
  args: freeObject('The arguments of the module; secrets are masked'),
  masked: T.Boolean({ description: 'A part of the arguments is masked, so the change cannot be verified' }),
  outcome: T.Enum(['started', 'done', 'failed', 'unknown']),
  evidence: nullable(T.String({ description: 'What the device said' })),
})
const Verification = closedObject(
  {
    time: Time,
    user: closedObject({ id: nullable(Id), login: T.String() }),
    changes: T.Array(
      closedObject(
        { module: T.String(), result: verified, evidence: T.String() },
        { description: 'In the order of the changes' },
      ),
    ),
  },
  { description: 'What a later look at the device has shown' },
)

export const ActionView = closedObject(
  {
    id: T.Integer(),
    created_at: Time,
    action: T.String({ description: '`<group>:<what>`' }),
    status,
    user: nullable(
      closedObject(
        { id: nullable(Id), login: nullable(T.String()) },
        { description: 'The id is null for a failed sign-in' },
      ),
    ),
    device: nullable(closedObject({ id: Id })),
    message: T.String({ description: 'The error, or the text of the client' }),
    meta: freeObject('The request (secrets masked), old and new values, the answer of the device'),
    error_code: nullable(T.String()),
    ip: nullable(T.String()),
    session_id: nullable(
      T.Integer({ description: 'Session or key; null for trusted networks and the service itself' }),
    ),
    request_id: nullable(T.String()),
    operation_id: nullable(T.String({ description: 'Null if a client recorded the action' })),
    duration_ms: nullable(T.Integer()),
    changes: nullable(T.Array(Change, { description: 'Changes of devices; null: none' })),
    verification: nullable(Verification),
  },
  { $id: 'system.Action', examples: [example] },
)

export type ActionView = Static<typeof ActionView>

export const logSchemas = [ActionView, ActionFilter, OwnAction]
