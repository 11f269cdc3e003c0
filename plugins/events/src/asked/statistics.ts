import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { EventFilter } from './bodies.ts'
import { eventsSeen } from './list.ts'

/** Names in the answer at most: those with the most events. */
const mostNames = 500

interface Counts {
  total: number
  not_resolved: number
}
const counts = sql`
  count(*)::int as total, (count(*) filter (where e.resolved_at is null))::int as not_resolved`

/** How many events there are of each name, the most first. */
export async function byName(ctx: Context, caller: Caller, query: EventFilter) {
  const em = ctx.em() as SqlEntityManager
  const seen = eventsSeen(em, caller, query)
  const { rows } = await sql<Counts & { name: string }>`
    select e.name, ${counts} from ${seen.from} where ${seen.where}
    group by e.name order by total desc, e.name limit ${mostNames}`.execute(tables(em))
  return rows
}

/** How many events there are of each severity that has any, the worst first. */
export async function bySeverity(ctx: Context, caller: Caller, query: EventFilter) {
  const em = ctx.em() as SqlEntityManager
  const seen = eventsSeen(em, caller, query)
  const { rows } = await sql<Counts & { severity: 'info' | 'warning' | 'critical' }>`
    select e.severity, ${counts} from ${seen.from} where ${seen.where}
    group by e.severity
    order by array_position(array['critical', 'warning', 'info'], e.severity)`.execute(tables(em))
  return rows
}
