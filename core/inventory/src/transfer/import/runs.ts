import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import { isAlive, isOpen, type Counts, type ImportRun, type Status } from './run-state.ts'

/** An advisory lock of PostgreSQL: runs begin one after the other, so that the limits of runs hold. */
const lockKey = 7_303_002

/**
 * Begins a run; a user has one at a time. Call it within a transaction. @throws ApiError
 * INVENTORY_IMPORT_RUNNING or INVENTORY_IMPORT_BUSY
 */
export async function begin(
  em: SqlEntityManager,
  caller: Caller,
  { dry_run, atomic, update }: Pick<ImportRun, 'dry_run' | 'atomic' | 'update'>,
  atOnce: number,
): Promise<number> {
  const db = tables(em)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
  const running = await db.selectFrom('inventory_import').select(['id', 'user_id']).where(isAlive).execute()
  const own = running.find(({ user_id: user }) => user === caller.userId)
  if (own) throw fail('INVENTORY_IMPORT_RUNNING', { id: own.id })
  if (running.length >= atOnce) throw fail('INVENTORY_IMPORT_BUSY', { count: running.length }, [], 30)
  const { userId: user_id, login } = caller
  const { id } = await db
    .insertInto('inventory_import')
    .values({ user_id, login, dry_run, atomic, update_known: update, status: 'receiving' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const openRun = (em: SqlEntityManager, id: number) =>
  tables(em).updateTable('inventory_import').where('id', '=', id).where(isOpen)

/** Stores the progress of a run. Returns whether its cancellation was requested. */
export async function tell(em: SqlEntityManager, id: number, done: number, counts: Counts): Promise<boolean> {
  const row = await openRun(em, id)
    .set({ done, counts: JSON.stringify(counts), heard_at: sql`now()` })
    .returning('cancel')
    .executeTakeFirst()
  return row?.cancel ?? true
}

/** Stores that the file of a run can be read. */
export const accepted = (
  em: SqlEntityManager,
  id: number,
  {
    encoding,
    separator,
    total,
    groupIds,
  }: { encoding: string; separator: string; total: number; groupIds: readonly number[] },
): Promise<unknown> =>
  tables(em)
    .updateTable('inventory_import')
    .set({ status: 'running', encoding, separator, total, group_ids: [...groupIds] })
    .where('id', '=', id)
    .execute()

/** Stores the end of a run. */
export const finish = (
  em: SqlEntityManager,
  id: number,
  {
    status,
    done,
    counts,
    error = null,
  }: {
    status: Exclude<Status, 'receiving' | 'running' | 'lost'>
    done: number
    counts: Counts
    error?: ImportRun['error']
  },
): Promise<unknown> =>
  tables(em)
    .updateTable('inventory_import')
    .set({
      status,
      done,
      counts: JSON.stringify(counts),
      error: error && JSON.stringify(error),
      finished_at: sql`now()`,
      heard_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()

/** Removes the report of a run. */
export const forget = (em: SqlEntityManager, id: number): Promise<unknown> =>
  tables(em).deleteFrom('inventory_import').where('id', '=', id).execute()

/** Asks the process of a run to end it. */
export const requestCancel = (em: SqlEntityManager, id: number): Promise<unknown> =>
  openRun(em, id).set({ cancel: true }).execute()

/** Removes some reports of runs that began before a time and have ended or are lost. Returns their number. */
export async function forgetBefore(em: SqlEntityManager, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('inventory_import')
    .where('id', 'in', query =>
      query
        .selectFrom('inventory_import')
        .select('id')
        .where('started_at', '<', before)
        .where(sql<boolean>`not (${isAlive})`)
        .orderBy('started_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
