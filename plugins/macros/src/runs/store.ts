import { pageOf, type Caller, type CommandDone, type Context } from '@linecard/plugin-kit'
import { sql, type Selectable } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables, type RunCommandTable, type RunStatus, type RunTable } from '../tables.ts'

export type RunRow = Selectable<RunTable>
export type CommandRow = Omit<RunCommandTable, 'run_id'>
type Db = Pick<Context, 'em' | 'clock'>

const columns = [
  'id',
  'macro_id',
  'macro_name',
  'macro_version',
  'display_output',
  'device_id',
  'bind_key',
  'interface_name',
  'user_id',
  'login',
  'status',
  'commands',
  'error_code',
  'error',
  'cancelled_by',
  'started_at',
  'ended_at',
  'process',
] as const

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
    .select(columns)
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

export interface RunQuery {
  device_id?: number
  own?: boolean
  status?: RunStatus
  limit?: number
  offset?: number
}

/** A page of runs on devices that the caller sees, the newest first. */
export async function listRuns(ctx: Context, caller: Caller, query: RunQuery) {
  const page = pageOf(query, { cap: 1000 })
  const visible = await ctx.use('devices').visible(caller)
  let rows = tables(ctx.em()).selectFrom('macros_run')
  if (visible) rows = rows.where(sql<boolean>`device_id = any(${[...visible]}::int[])`)
  if (query.own !== false) rows = rows.where('user_id', '=', caller.userId)
  if (query.device_id !== undefined) rows = rows.where('device_id', '=', query.device_id)
  if (query.status !== undefined) rows = rows.where('status', '=', query.status)
  const [found, { total }] = await Promise.all([
    rows.select(columns).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { runs: found, meta: { total, ...page } }
}
