import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

/** Rows that one statement removes, so that its locks and its transaction stay short. */
const batchRows = 10_000

/** Erases the history of interfaces that keep none. */
export async function forgetOff(em: SqlEntityManager, interfaceIds: readonly number[]): Promise<void> {
  if (interfaceIds.length === 0) return
  for (let removed = batchRows; removed >= batchRows;) {
    const { rows } = await sql<{ removed: number }>`
      with gone as (
        delete from fdb_history_interval where id in (
          select id from fdb_history_interval where interface_id = any (${[...interfaceIds]}::int[])
          limit ${batchRows}
        ) returning 1
      ) select count(*)::int as removed from gone`.execute(tables(em))
    removed = rows[0]!.removed
  }
}

type Stays = 'fdb_history_interval' | 'fdb_history_address'

/** Ids grow with the time of the first sighting: the first row from which on nothing can be old enough. */
async function range(em: SqlEntityManager, name: Stays): Promise<{ least: number; most: number }> {
  const { rows } = await sql<{ least: number | null; most: number | null }>`
    select min(id)::float8 as least, max(id)::float8 as most from ${sql.table(name)}`.execute(tables(em))
  return { least: rows[0]?.least ?? 1, most: rows[0]?.most ?? 0 }
}

/**
 * Removes stays that ended before a time, and the oldest ended ones above `maxRows`, step by step through
 * the ids. Open stays stay, however old. Returns how many.
 */
export async function trimStays(
  em: () => SqlEntityManager,
  name: Stays,
  { before, maxRows }: { before: Date; maxRows: number },
  signal: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::float8 as rows from ${sql.table(name)}`.execute(tables(em()))
  let surplus = Math.max(0, rows[0]!.rows - maxRows)
  const { least, most } = await range(em(), name)
  let removed = 0
  for (let from = least; from <= most && !signal.aborted; from += batchRows) {
    const { rows: found } = await sql<{ removed: number; young: boolean }>`
      with step as materialized (
        select id, first_seen, closed_at from ${sql.table(name)}
        where id >= ${from}::bigint and id < ${from + batchRows}::bigint
      ), gone as (
        delete from ${sql.table(name)} where id in (
          select id from step where closed_at < ${before}::timestamptz
          union
          (select id from step where closed_at is not null order by id limit ${surplus}::bigint)
        ) returning 1
      )
      select (select count(*)::int from gone) as removed,
        coalesce((select min(first_seen) > ${before}::timestamptz from step), false) as young`.execute(
      tables(em()),
    )
    removed += found[0]!.removed
    surplus = Math.max(0, surplus - found[0]!.removed)
    if (found[0]!.young && surplus === 0) break
  }
  return removed
}
