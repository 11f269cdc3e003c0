import { sortTerms } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Page } from './table.ts'

/**
 * A page of what a query finds, which has a column `id` and those of `sortable`; null finds nothing. Unknown
 * values come last.
 * @throws ApiError SORT_UNKNOWN
 */
export async function pageOfHits<R>(
  em: SqlEntityManager,
  hits: RawBuilder<unknown> | null,
  { sort, standard, sortable }: { sort: string | undefined; standard: string; sortable: readonly string[] },
  { limit, offset }: Page,
): Promise<{ rows: R[]; total: number }> {
  const terms = sortTerms(sort ?? standard, Object.fromEntries(sortable.map(name => [name, name])))
  if (!hits) return { rows: [], total: 0 }
  const order = terms.map(([column, way]) => sql`${sql.ref(`h.${column}`)} ${sql.raw(way)} nulls last`)
  const { rows } = await sql<R & { total_of_hits: number }>`
    select h.*, (count(*) over ())::int as total_of_hits from (${hits}) h
    order by ${sql.join(order)} limit ${limit} offset ${offset}`.execute(tables(em))
  if (rows.length > 0) return { rows, total: rows[0]!.total_of_hits }
  if (offset === 0 && limit > 0) return { rows, total: 0 }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${hits}) h`.execute(tables(em))
  return { rows: [], total: counted[0]!.total }
}
