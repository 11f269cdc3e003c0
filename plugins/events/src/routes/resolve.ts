import { Type as T } from 'typebox'
import { closedObject, type Routes } from '@linecard/plugin-kit'
import { EventParams, ResolveBody } from '../asked/bodies.ts'
import { resolveFitting, resolveOne } from '../resolve/resolve.ts'
import { EventView } from '../schemas.ts'
import type { Events } from '../setup.ts'

const tag = 'events'
const permission = 'events_resolve'

const Resolved = closedObject(
  { resolved: T.Integer(), more: T.Boolean({ description: 'True: more fit; send the request again' }) },
  { examples: [{ resolved: 300, more: false }] },
)

export function resolveRoutes(declare: Routes, { ctx }: Events): void {
  declare.post(
    '/component/events/:id/resolve',
    {
      operationId: 'events.event.resolve',
      scope: 'group',
      tag,
      summary: 'Resolves an event',
      description: 'If it is still true after the time of the setting, an hour, it comes again.',
      permission,
      params: EventParams,
      response: EventView,
      errors: [409],
    },
    ({ caller, params: { id } }) => resolveOne(ctx, caller, id),
  )
  declare.post(
    '/component/events/resolve',
    {
      operationId: 'events.events.resolve',
      scope: 'group',
      tag,
      summary: 'Resolves all events that match',
      description:
        'Open ones that the caller sees, at most 10,000 in one request: `more` tells whether ' +
        'others are left.',
      permission,
      body: ResolveBody,
      response: Resolved,
    },
    ({ caller, body, signal }) => resolveFitting(ctx, caller, body, signal),
  )
}
