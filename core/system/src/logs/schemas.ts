import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { ActionFilter, OwnAction, actionStatuses } from './bodies.ts'

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
    status: actionStatuses,
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
  },
  { $id: 'system.Action', examples: [example] },
)

export type ActionView = Static<typeof ActionView>

export const logSchemas = [ActionView, ActionFilter, OwnAction]
