import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

export type Log = 'traps_trap' | 'traps_syslog'
/** Rows that one statement removes. */
const batchRows = 10_000
/** Unknown senders whose counts are kept. */
const mostSources = 1000

/** Removes rows beyond the newest `rows`, at most one batch. Returns how many. */
export async function trimRows(em: SqlEntityManager, log: Log, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(log)} where id in (
      select id from ${sql.table(log)}
      where id <= (select max(id) from ${sql.table(log)}) - ${rows}::bigint
      order by id limit ${batchRows})`.execute(tables(em))
  return Number(numAffectedRows ?? 0)
}

/** Removes rows before a time. Returns how many. */
export async function trimDays(
  em: () => SqlEntityManager,
  log: Log,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let count = batchRows; count === batchRows && !signal.aborted; removed += count) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(log)} where id in (
        select id from ${sql.table(log)} where time < ${before}::timestamptz
        order by time limit ${batchRows})`.execute(tables(em()))
    count = Number(numAffectedRows ?? 0)
  }
  return removed
}

/** Removes counts of senders that were silent since a time, and of the unknown ones all but the newest. */
export async function trimSources(em: SqlEntityManager, before: Date): Promise<void> {
  await sql`
    delete from traps_source where last_at < ${before}::timestamptz
      or (device_id is null and (address, protocol) in (
      select address, protocol from traps_source where device_id is null
      order by last_at desc offset ${mostSources}))`.execute(tables(em))
}
