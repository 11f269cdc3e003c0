import { Type as T, type Static } from 'typebox'
import { LogId, closedObject, idOf, listQuery, severities, text } from '@linecard/plugin-kit'

const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))

/** What narrows lists, statistics and the resolving of many. */
export const filter = {
  not_resolved: T.Optional(T.Boolean({ description: 'true: only open ones; false: only resolved ones' })),
  severity: T.Optional(T.Enum([...severities], { description: 'How bad it is' })),
  name: T.Optional(text(100, { minLength: 1, description: 'Name of the events' })),
  device_id: T.Optional(idOf('a device')),
  interface_id: T.Optional(idOf('an interface')),
  parent_id: T.Optional(
    T.Integer({ ...LogId, minimum: 0, description: 'Events below it; 0: those on their own' }),
  ),
  start: moment('Events that had not ended before this time'),
  stop: moment('Events that had begun by this time'),
  query: T.Optional(
    text(200, { minLength: 1, description: 'Part of the title, description or device name' }),
  ),
}

export const EventsQuery = closedObject({ ...listQuery, ...filter })
export type EventsQuery = Static<typeof EventsQuery>

export const StatisticsQuery = closedObject(filter)
export type EventFilter = Static<typeof StatisticsQuery>

/** At least one field, so that an empty body does not resolve everything. */
export const ResolveBody = T.Object(filter, {
  additionalProperties: false,
  minProperties: 1,
  examples: [{ name: 'interface_is_down', device_id: 17 }],
})

export const EventParams = closedObject({ id: { ...LogId, description: 'Id of the event' } })
