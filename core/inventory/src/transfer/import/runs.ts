import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { interruptEnded, openStatuses, type Counts, type ImportRun, type Status } from './run-state.ts'

/** An advisory lock of PostgreSQL: runs begin one after the other, so that the limits of runs hold. */
const lockKey = 7_303_002

/** A run, and the process that works on it. Another process may take the run over when this one sleeps. */
export interface Held {
  id: number
  processId: string
}

/**
 * A place for one more run of a user, who has one at a time. Call it within a transaction.
 * @throws ApiError INVENTORY_IMPORT_RUNNING or INVENTORY_IMPORT_BUSY
 */
async function needPlace(em: SqlEntityManager, userId: number, atOnce: number): Promise<void> {
  const db = tables(em)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
  const running = await db
    .selectFrom('inventory_import')
    .select(['id', 'user_id'])
    .where('status', 'in', openStatuses)
    .execute()
  const own = running.find(({ user_id: user }) => user === userId)
  if (own) throw fail('INVENTORY_IMPORT_RUNNING', { id: own.id })
  if (running.length >= atOnce) throw fail('INVENTORY_IMPORT_BUSY', { count: running.length }, [], 30)
}

/** Begins a run. @throws ApiError INVENTORY_IMPORT_RUNNING or INVENTORY_IMPORT_BUSY */
export async function begin(
  inventory: Inventory,
  { userId: user_id, login }: Caller,
  {
    dry_run = false,
    atomic = false,
    update = false,
    group_id = null,
  }: Partial<Pick<ImportRun, 'dry_run' | 'atomic' | 'update' | 'group_id'>>,
): Promise<Held> {
  await interruptEnded(inventory)
  const { config, processes } = inventory.ctx
  const { id } = await inTransaction(inventory, async em => {
    await needPlace(em, user_id, config.import_at_once)
    return tables(em)
      .insertInto('inventory_import')
      .values({
        user_id,
        login,
        dry_run,
        atomic,
        update_known: update,
        group_id,
        status: 'receiving',
        process_id: processes.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { id, processId: processes.id }
}

/** Takes an interrupted run over. @throws ApiError as for a new run, or if another was quicker */
export async function takeOver(inventory: Inventory, { id, user_id, status }: ImportRun): Promise<Held> {
  const { config, processes } = inventory.ctx
  await inTransaction(inventory, async em => {
    await needPlace(em, user_id, config.import_at_once)
    const { numUpdatedRows } = await tables(em)
      .updateTable('inventory_import')
      .set({
        status: 'running',
        process_id: processes.id,
        finished_at: null,
        cancel: false,
        heard_at: sql`now()`,
      })
      .where('id', '=', id)
      .where('status', '=', 'interrupted')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw fail('INVENTORY_IMPORT_ENDED', { id, status })
  })
  return { id, processId: processes.id }
}

const heldRun = (em: SqlEntityManager, { id, processId }: Held) =>
  tables(em)
    .updateTable('inventory_import')
    .where('id', '=', id)
    .where('process_id', '=', processId)
    .where('status', 'in', openStatuses)

/**
 * Makes sure that this process still has the run, until the end of the transaction.
 * @throws ApiError INVENTORY_IMPORT_TAKEN
 */
export async function assertHeld(em: SqlEntityManager, held: Held): Promise<void> {
  const { numUpdatedRows } = await heldRun(em, held)
    .set({ heard_at: sql`now()` })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw fail('INVENTORY_IMPORT_TAKEN')
}

/** Stores the progress of a run. Returns whether this process must end it. */
export async function tell(em: SqlEntityManager, held: Held, done: number, counts: Counts): Promise<boolean> {
  const row = await heldRun(em, held)
    .set({ done, counts: JSON.stringify(counts), heard_at: sql`now()` })
    .returning('cancel')
    .executeTakeFirst()
  return row?.cancel ?? true
}

/** Stores that the file of a run can be read. */
export const accepted = (
  em: SqlEntityManager,
  held: Held,
  {
    encoding,
    separator,
    total,
    groupIds,
  }: { encoding: string; separator: string; total: number; groupIds: readonly number[] },
): Promise<unknown> =>
  heldRun(em, held)
    .set({ status: 'running', encoding, separator, total, group_ids: [...groupIds] })
    .execute()

/** Whether this process has stored that the run is done. */
export async function isDone(em: SqlEntityManager, { id, processId }: Held): Promise<boolean> {
  const row = await tables(em)
    .selectFrom('inventory_import')
    .select('id')
    .where('id', '=', id)
    .where('process_id', '=', processId)
    .where('status', '=', 'done')
    .executeTakeFirst()
  return row !== undefined
}

export interface End {
  status: Exclude<Status, 'receiving' | 'running'>
  done: number
  counts: Counts
  error?: ImportRun['error']
}

/**
 * Stores the end of a run, and removes its file unless it can be resumed. Returns whether this process still
 * had the run.
 */
export async function finish(
  em: SqlEntityManager,
  held: Held,
  { status, done, counts, error = null }: End,
): Promise<boolean> {
  const resumable = status === 'interrupted'
  const query = heldRun(em, held).set({
    status,
    done,
    counts: JSON.stringify(counts),
    error: error && JSON.stringify(error),
    finished_at: sql`now()`,
    heard_at: sql`now()`,
    ...(!resumable && { file_key: null }),
  })
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  if (!resumable && numUpdatedRows > 0n) await removeFile(em, held.id)
  return numUpdatedRows > 0n
}

/** Without its key, which went with the end of the run, a file that stays behind cannot be read. */
const removeFile = (em: SqlEntityManager, id: number): Promise<unknown> =>
  tables(em).deleteFrom('inventory_import_piece').where('import_id', '=', id).execute()

/** Removes the report of a run, and its file. */
export const forget = (em: SqlEntityManager, id: number): Promise<unknown> =>
  tables(em).deleteFrom('inventory_import').where('id', '=', id).execute()

/** Asks the process of a run to end it. */
export const requestCancel = (em: SqlEntityManager, id: number): Promise<unknown> =>
  tables(em)
    .updateTable('inventory_import')
    .set({ cancel: true })
    .where('id', '=', id)
    .where('status', 'in', openStatuses)
    .execute()

/** Removes some reports of runs that began before a time and have ended. Returns their number. */
export async function forgetBefore(em: SqlEntityManager, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('inventory_import')
    .where('id', 'in', query =>
      query
        .selectFrom('inventory_import')
        .select('id')
        .where('started_at', '<', before)
        .where('status', 'not in', openStatuses)
        .orderBy('started_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
