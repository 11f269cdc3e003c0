import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, listQuery } from '@linecard/plugin-kit'

export const InterfaceParams = closedObject({ interfaceId: idOf('the ONU') })

const day = (description: string) => T.Optional(T.String({ format: 'date', description }))

export const LightQuery = closedObject({
  days: T.Optional(T.Integer({ minimum: 1, maximum: 3650, description: 'How many days back. Default: 30' })),
})
export type LightQuery = Static<typeof LightQuery>

export const StatusQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  start: T.Optional(T.String({ format: 'date-time', description: 'Not before this time' })),
  stop: T.Optional(T.String({ format: 'date-time', description: 'Not after this time' })),
})
export type StatusQuery = Static<typeof StatusQuery>

export const WorstQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  drop: T.Optional(T.Number({ minimum: 0, maximum: 60, description: 'Least loss, dB. Default: 2' })),
  since: day(
    'Compare with the best light of this day, or of the next that was measured; absent: the reference',
  ),
})
export type WorstQuery = Static<typeof WorstQuery>

export const ReferenceBody = closedObject(
  { day: day('Best light of this day (UTC); absent: the last good value') },
  { examples: [{ day: '2026-01-05' }] },
)
