import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Outcome, Result } from './outcome.ts'

/** `refused`: all or none, and it became none. `lost`: its process has ended without a word. */
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

export interface ImportRow {
  line: number
  ip: string | null
  result: Result
  code: string | null
  message: string | null
  device_id: number | null
}

/**
 * A run whose process has not been heard of for so long is lost, in seconds; a living one tells every second.
 */
const LOST_SEC = 60
/** Of PostgreSQL's advisory locks: runs begin one after the other, so that no more begin than may. */
const LOCK = 7_303_002

const alive = `status in ('receiving', 'running') and heard_at > now() - interval '${LOST_SEC} seconds'`
const columns = `id, user_id, login, group_ids, dry_run, atomic, update_known as "update",
  case when status in ('receiving', 'running') and not (${alive}) then 'lost' else status end as status,
  encoding, separator, total, done, counts, error, started_at, case when status in ('receiving', 'running') and not (${alive}) then heard_at else finished_at end as finished_at`

const lost = { code: 'INVENTORY_IMPORT_LOST', description: fail('INVENTORY_IMPORT_LOST').message }
const shown = (run: ImportRun): ImportRun => (run.status === 'lost' ? { ...run, error: lost } : run)

/**
 * Begins a run, of which a user has one at a time. Within a transaction. @throws ApiError where there are
 * enough
 */
export async function begin(
  em: SqlEntityManager,
  caller: Caller,
  run: Pick<ImportRun, 'dry_run' | 'atomic' | 'update'>,
  atOnce: number,
): Promise<number> {
  await em.execute('select pg_advisory_xact_lock(?)', [LOCK])
  const running = await em.execute<{ id: number; user_id: number }[]>(
    `select id, user_id from inventory_import where ${alive}`,
  )
  const own = running.find(({ user_id: user }) => user === caller.userId)
  if (own) throw fail('INVENTORY_IMPORT_RUNNING', { id: own.id })
  if (running.length >= atOnce) throw fail('INVENTORY_IMPORT_BUSY', { count: running.length }, [], 30)
  const [row] = await em.execute<{ id: number }[]>(
    "insert into inventory_import (user_id, login, dry_run, atomic, update_known, status) values (?, ?, ?, ?, ?, 'receiving') returning id",
    [caller.userId, caller.login, run.dry_run, run.atomic, run.update],
  )
  return row!.id
}

/** What a run keeps telling: how far it is. Gives whether somebody wants it to end. */
export async function tell(em: SqlEntityManager, id: number, done: number, counts: Counts): Promise<boolean> {
  const rows = await em.execute<{ cancel: boolean }[]>(
    "update inventory_import set done = ?, counts = ?, heard_at = now() where id = ? and status in ('receiving', 'running') returning cancel",
    [done, JSON.stringify(counts), id],
  )
  return rows[0]?.cancel ?? true
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
) =>
  em.execute(
    "update inventory_import set status = 'running', encoding = ?, separator = ?, total = ?, group_ids = ?::int[] where id = ?",
    [encoding, separator, total, `{${groupIds.join(',')}}`, id],
    'run',
  )

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
) =>
  em.execute(
    'update inventory_import set status = ?, done = ?, counts = ?, error = ?, finished_at = now(), heard_at = now() where id = ?',
    [status, done, JSON.stringify(counts), error && JSON.stringify(error), id],
    'run',
  )

export const forget = (em: SqlEntityManager, id: number) =>
  em.execute('delete from inventory_import where id = ?', [id], 'run')

export const saveRows = (em: SqlEntityManager, id: number, outcomes: readonly Outcome[]) =>
  em.execute(
    `
  insert into inventory_import_row (import_id, line, ip, result, code, message, device_id, found)
  select ?, line, ip, result, code, message, device_id, found from jsonb_to_recordset(?::jsonb)
    as r (line integer, ip text, result text, code text, message text, device_id integer, found jsonb)`,
    [
      id,
      JSON.stringify(
        outcomes.map(({ line, ip, result, code, message, deviceId, found }) => ({
          line,
          ip,
          result,
          code,
          message,
          device_id: deviceId,
          found,
        })),
      ),
    ],
    'run',
  )

/** A run that the caller sees: their own, or one that is only about groups they see. @throws ApiError 404 */
export async function runById(em: SqlEntityManager, caller: Caller, id: number): Promise<ImportRun> {
  const [run] = await em.execute<ImportRun[]>(`select ${columns} from inventory_import where id = ?`, [id])
  const sees =
    run &&
    (run.user_id === caller.userId ||
      caller.groupIds === null ||
      run.group_ids.every(group => caller.groupIds!.includes(group)))
  if (!sees) throw fail('INVENTORY_IMPORT_UNKNOWN', { id })
  return shown(run)
}

/** Lines of a run in their order. */
export const rowsOf = (
  em: SqlEntityManager,
  id: number,
  result: Result | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  em.execute<ImportRow[]>(
    `select line, ip, result, code, message, device_id from inventory_import_row where import_id = ?${result === undefined ? '' : ' and result = ?'} order by line limit ? offset ?`,
    [id, ...(result === undefined ? [] : [result]), limit, offset],
  )

export const countRows = async (em: SqlEntityManager, id: number, result: Result | undefined) =>
  (
    await em.execute<{ n: number }[]>(
      `select count(*)::int as n from inventory_import_row where import_id = ?${result === undefined ? '' : ' and result = ?'}`,
      [id, ...(result === undefined ? [] : [result])],
    )
  )[0]!.n

/** Asks the process that runs it to end it. */
export const requestCancel = (em: SqlEntityManager, id: number) =>
  em.execute(
    "update inventory_import set cancel = true where id = ? and status in ('receiving', 'running')",
    [id],
    'run',
  )

/** Removes reports that ended, or were lost, before. Gives how many. */
export const forgetBefore = async (em: SqlEntityManager, before: Date, most: number) =>
  (
    await em.execute<unknown[]>(
      `delete from inventory_import where id in (select id from inventory_import where started_at < ? and not (${alive}) order by started_at limit ?) returning id`,
      [before, most],
    )
  ).length
