import { visibleInterfaces } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { DevicesAsked } from '../asked.ts'
import type { Period } from '../period.ts'
import { portColumns } from '../table/rows.ts'
import { within } from '../table/within.ts'

export interface ErrorsAsked extends DevicesAsked {
  interface_id?: number
  /** Least number of errors in the period. */
  least?: number
  /** Only where there are more than in the period of the same length before. */
  only_growing?: boolean
}

/** Errors of an hour from averages a second. */
const counted = (where: string) =>
  sql`coalesce(round(sum((e.receive + e.transmit)::float8 * 3600) filter (where ${sql.raw(where)})), 0)`

/**
 * Interfaces that the caller sees with errors in a period: columns of `portColumns`, `id`, `errors`,
 * `receive`, `transmit`, `errors_before`, `increase`, `hours` (with errors) and `last_hour`.
 */
export function errorHits(em: SqlEntityManager, caller: Caller, { from, to }: Period, asked: ErrorsAsked) {
  const before = new Date(2 * from.getTime() - to.getTime())
  const [inside, outside] = ['e.inside', 'not e.inside']
  return sql`
    select i.id, ${portColumns}, e.errors, e.receive, e.transmit, e.errors_before,
      e.errors - e.errors_before as increase, e.hours, e.last_hour
    from (
      select e.interface_id, ${counted(inside)} as errors, ${counted(outside)} as errors_before,
        coalesce(round(sum(e.receive::float8 * 3600) filter (where e.inside)), 0) as receive,
        coalesce(round(sum(e.transmit::float8 * 3600) filter (where e.inside)), 0) as transmit,
        (count(*) filter (where e.inside))::int as hours, max(e.hour) filter (where e.inside) as last_hour
      from (
        select *, hour > ${from}::timestamptz as inside from analytics_error
        where hour > ${before} and hour <= ${to}
          ${asked.interface_id === undefined ? sql`` : sql`and interface_id = ${asked.interface_id}`}
      ) e group by e.interface_id
    ) e join (${visibleInterfaces(em, caller)}) i on i.id = e.interface_id
    where e.errors >= ${Math.max(1, asked.least ?? 1)}
      ${asked.only_growing ? sql`and e.errors > e.errors_before` : sql``}
      and ${within('i', asked)}`
}
