import type { Caller, CommandDone, Context } from '@linecard/plugin-kit'
import { sql, type Selectable, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables, type RunCommandTable, type RunStatus, type RunTable } from '../tables.ts'

export type RunRow = Selectable<RunTable>
export type CommandRow = Omit<RunCommandTable, 'run_id'>
type Db = Pick<Context, 'em' | 'clock'>

/** A new run, before its first command. */
export async function beginRun(
  { em, clock }: Db,
  run: Omit<RunRow, 'id' | 'status' | 'error_code' | 'error' | 'cancelled_by' | 'started_at' | 'ended_at'>,
): Promise<number> {
  const { id } = await tables(em())
    .insertInto('macros_run')
    .values({ ...run, status: 'RUNNING', started_at: clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a command that has run. */
export async function addCommand({ em }: Db, run: number, done: CommandDone): Promise<void> {
  const { at, command, output, success, error, spent_ms } = done
  await tables(em())
    .insertInto('macros_run_command')
    .values({ run_id: run, at, command, output, success, error, spent_ms })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export interface RunEnd {
  status: Exclude<RunStatus, 'RUNNING'>
  error_code?: string | null
  error?: string | null
}

/** The end of a run that is still this process's own. */
export async function endRun(
  { em, clock }: Db,
  id: number,
  { status, error_code = null, error = null }: RunEnd,
): Promise<void> {
  await tables(em())
    .updateTable('macros_run')
    .set({ status, error_code, error, ended_at: clock() })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()
}

/** Runs of processes that have ended. */
export async function lose({ em, clock }: Db, processes: readonly string[]): Promise<void> {
  await tables(em())
    .updateTable('macros_run')
    .set({
      status: 'LOST',
      error_code: 'MACROS_LOST',
      error:
        'The service ended in the middle. The commands that are listed ran; the next one may have run ' +
        'too: look at the device',
      ended_at: clock(),
    })
    .where('status', '=', 'RUNNING')
    .where(sql<boolean>`process = any(${[...processes]}::uuid[])`)
    .execute()
}

/** Notes who cancels a run. @throws ApiError MACROS_RUN_ENDED */
export async function noteCancel({ em }: Db, { id }: RunRow, { login }: Caller): Promise<void> {
  const { numUpdatedRows } = await tables(em())
    .updateTable('macros_run')
    .set({ cancelled_by: login })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const now = await tables(em()).selectFrom('macros_run').select('status').where('id', '=', id).execute()
  throw fail('MACROS_RUN_ENDED', { id, status: now[0]?.status ?? 'removed' })
}

/** Removes runs that ended before a time. Gives their number. */
export async function clearRuns({ em }: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(em())
    .deleteFrom('macros_run')
    .where('started_at', '<', before)
    .where('status', '<>', 'RUNNING')
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A run on a device that the caller sees. @throws ApiError MACROS_RUN_UNKNOWN */
export async function runById(ctx: Context, id: number, caller: Caller): Promise<RunRow> {
  const row = await tables(ctx.em())
    .selectFrom('macros_run')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const seen = row && (await ctx.use('devices').shown([row.device_id], caller)).has(row.device_id)
  if (!row || !seen) throw fail('MACROS_RUN_UNKNOWN', { id })
  return row
}

export const commandsOfRun = ({ em }: Db, id: number): Promise<CommandRow[]> =>
  tables(em())
    .selectFrom('macros_run_command')
    .select(['at', 'command', 'output', 'success', 'error', 'spent_ms'])
    .where('run_id', '=', id)
    .orderBy('at')
    .execute()

/** How far a run came: the number of its last command that ran, and of its last one that failed. */
export interface Progress {
  done: number
  failed: number | null
}

/** How far these runs came. A run without a command is not in it. */
export async function progressOf({ em }: Db, runs: readonly number[]): Promise<Map<number, Progress>> {
  const rows = await tables(em())
    .selectFrom('macros_run_command')
    .select(['run_id', sql<number>`max(at)`.as('done')])
    .select(sql<number | null>`max(at) filter (where not success)`.as('failed'))
    .where(sql<boolean>`run_id = any(${[...runs]}::int[])`)
    .groupBy('run_id')
    .execute()
  return new Map(rows.map(({ run_id, done, failed }) => [run_id, { done, failed }]))
}

/** Runs on devices that the caller sees; `own`: it is one of the caller's. */
export async function runRows(ctx: Context, em: SqlEntityManager, caller: Caller) {
  const visible = await ctx.use('devices').visible(caller)
  const own = sql<boolean>`user_id = ${caller.userId}`.as('own')
  const rows = tables(em).selectFrom('macros_run').selectAll().select(own)
  return visible ? rows.where(sql<boolean>`device_id = any(${[...visible]}::int[])`) : rows
}
