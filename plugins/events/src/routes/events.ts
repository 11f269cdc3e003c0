import { Type as T } from 'typebox'
import { Reply, type Routes } from '@linecard/plugin-kit'
import { EventParams, EventsQuery } from '../asked/bodies.ts'
import { listEvents, oneEvent } from '../asked/list.ts'
import { EventView, EventsMeta } from '../schemas.ts'
import type { Events } from '../setup.ts'

const tag = 'events'
const permission = 'events_show'

export function eventRoutes(declare: Routes, { ctx }: Events): void {
  declare.get(
    '/component/events',
    {
      operationId: 'events.events.list',
      scope: 'group',
      tag,
      summary: 'What is and was wrong',
      description:
        'The newest first. Events of devices in the own groups; those without a device need ' +
        '`events_see_all`.',
      permission,
      query: EventsQuery,
      response: T.Array(EventView),
      meta: EventsMeta,
    },
    async ({ caller, query }) => {
      const { events, meta } = await listEvents(ctx, caller, query)
      return new Reply(events, meta)
    },
  )

  declare.get(
    '/component/events/:id',
    {
      operationId: 'events.event.get',
      scope: 'group',
      tag,
      summary: 'One event',
      description: 'With what is known of it now. An event of a device of other groups is unknown.',
      permission,
      params: EventParams,
      response: EventView,
    },
    ({ caller, params: { id } }) => oneEvent(ctx, caller, id),
  )
}
