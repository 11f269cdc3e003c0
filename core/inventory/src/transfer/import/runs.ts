import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import { seesAll } from '../../visibility.ts'
import type { Result } from './outcome.ts'

/**
 * `refused`: an all-or-none import in which a line was not good. `lost`: its process ended without storing an
 * end.
 */
export const statuses = ['receiving', 'running', 'done', 'refused', 'cancelled', 'failed', 'lost'] as const
export type Status = (typeof statuses)[number]
export type Counts = Partial<Record<Result, number>>

export interface ImportRun {
  id: number
  user_id: number
  login: string
  group_ids: number[]
  dry_run: boolean
  atomic: boolean
  update: boolean
  status: Status
  encoding: string | null
  separator: string | null
  total: number | null
  done: number
  counts: Counts
  error: { code: string; description: string } | null
  started_at: Date
  finished_at: Date | null
}

/** PostgreSQL's advisory lock of this use: runs begin one after the other, so that no more begin than may. */
const lockKey = 7_303_002

const isOpen = sql<boolean>`status in ('receiving', 'running')`
/** A run that is alive stores its progress every second. After a minute without that it is lost. */
const isAlive = sql<boolean>`${isOpen} and heard_at > now() - interval '60 seconds'`
const isLost = sql<boolean>`${isOpen} and not (${isAlive})`

const lost = { code: 'INVENTORY_IMPORT_LOST', description: fail('INVENTORY_IMPORT_LOST').message }

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

export const forget = (em: SqlEntityManager, id: number): Promise<unknown> =>
  tables(em).deleteFrom('inventory_import').where('id', '=', id).execute()

/**
 * A run that the caller may see: their own, or one about groups that they all see. @throws ApiError
 * INVENTORY_IMPORT_UNKNOWN
 */
export async function runById(em: SqlEntityManager, caller: Caller, id: number): Promise<ImportRun> {
  const run = await tables(em)
    .selectFrom('inventory_import')
    .select(['id', 'user_id', 'login', 'group_ids', 'dry_run', 'atomic', 'update_known as update'])
    .select(['encoding', 'separator', 'total', 'done', 'counts', 'error', 'started_at'])
    .select(sql<Status>`case when ${isLost} then 'lost' else status end`.as('status'))
    .select(sql<Date | null>`case when ${isLost} then heard_at else finished_at end`.as('finished_at'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run || !(run.user_id === caller.userId || seesAll(caller, run.group_ids)))
    throw fail('INVENTORY_IMPORT_UNKNOWN', { id })
  return { ...run, error: run.status === 'lost' ? lost : run.error }
}

/** Asks the process of a run to end it. */
export const requestCancel = (em: SqlEntityManager, id: number): Promise<unknown> =>
  openRun(em, id).set({ cancel: true }).execute()

/** Removes some reports of runs that began before a time and are not alive. Returns how many. */
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
