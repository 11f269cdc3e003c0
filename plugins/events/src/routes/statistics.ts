import { Type as T } from 'typebox'
import { closedObject, type Routes } from '@linecard/plugin-kit'
import { StatisticsQuery } from '../asked/bodies.ts'
import { byName, bySeverity } from '../asked/statistics.ts'
import { SeverityName } from '../schemas.ts'
import type { Events } from '../setup.ts'

const tag = 'events'
const permission = 'events_show'
const counts = { total: T.Integer(), not_resolved: T.Integer() }

export function statisticsRoutes(declare: Routes, { ctx }: Events): void {
  declare.get(
    '/component/events/statistics/names',
    {
      operationId: 'events.statistics.names',
      scope: 'group',
      tag,
      summary: 'How many events there are of each name',
      description: 'The most first, of the events that the caller sees and that fit; at most 500 names.',
      permission,
      query: StatisticsQuery,
      response: T.Array(
        closedObject(
          { name: T.String(), ...counts },
          { examples: [{ name: 'device_down', total: 12, not_resolved: 3 }] },
        ),
      ),
    },
    ({ caller, query }) => byName(ctx, caller, query),
  )
  declare.get(
    '/component/events/statistics/severities',
    {
      operationId: 'events.statistics.severities',
      scope: 'group',
      tag,
      summary: 'How many events there are of each severity',
      description: 'Of the events that the caller sees and that fit, the worst first.',
      permission,
      query: StatisticsQuery,
      response: T.Array(
        closedObject(
          { severity: SeverityName, ...counts },
          { examples: [{ severity: 'critical', total: 12, not_resolved: 3 }] },
        ),
      ),
    },
    ({ caller, query }) => bySeverity(ctx, caller, query),
  )
}
