import { containing } from '@linecard/plugin-kit'
import type { ActionStatus, Caller, Context, RecordedRun } from '@linecard/plugin-kit'
import { pagesOf } from '@linecard/plugin-kit/resource'
import { sql, type Selectable, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { tables, type Tables } from '../tables.ts'
import type { StoredChange, StoredVerification } from '../entities/action.ts'
import type { ActionFilter } from './bodies.ts'
import type { ActionRow, Entry } from './row.ts'
import type { ActionView } from './schemas.ts'

const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A copy that PostgreSQL takes as text and jsonb: each NUL and each half of a surrogate pair, in texts and in
 * names of members, becomes its visible escape. Such a character must not keep an action out of the log.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replace(unstorable, escaped) as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(entry => storable(entry))) as T
}

/** Most names of actions that are listed. */
const maxNames = 2000

/** A list as jsonb: the driver would write an array of PostgreSQL. */
const listed = (changes: ActionRow['changes']) => changes && (JSON.stringify(changes) as never)

const insertion = (em: SqlEntityManager, rows: readonly ActionRow[]) =>
  tables(em)
    .insertInto('system_action')
    .values(rows.map(row => ({ ...storable(row), changes: listed(storable(row.changes)) })))

/** Inserts rows and returns their ids, in their order. */
export async function insertActions(em: SqlEntityManager, rows: readonly ActionRow[]): Promise<number[]> {
  const inserted = await insertion(em, rows).returning('id').execute()
  // PostgreSQL's driver returns a bigint as text.
  return inserted.map(({ id }) => Number(id))
}

const endOf = ({ id, row }: Entry) => ({ ...storable(row), id: id! })

/** What the end of an operation adds to the rows of its intent. */
const writeEnds = (em: SqlEntityManager, entries: readonly Entry[]) =>
  sql`
    update system_action set
      action = row.action, status = row.status, user_id = row.user_id, login = row.login,
      device_id = coalesce(row.device_id, system_action.device_id), message = row.message, meta = row.meta,
      error_code = row.error_code, duration_ms = row.duration_ms, changes = row.changes
    from jsonb_to_recordset(${JSON.stringify(entries.map(endOf))}::jsonb) as row (
      id bigint, action text, status text, user_id integer, login text, device_id integer, message text,
      meta jsonb, error_code text, duration_ms integer, changes jsonb
    )
    where system_action.id = row.id`.execute(tables(em))

/** Replaces the changes of a record that has not ended. */
export const storeChanges = (em: SqlEntityManager, id: number, changes: ActionRow['changes']) =>
  tables(em)
    .updateTable('system_action')
    .set({ changes: listed(storable(changes)) })
    .where('id', '=', id)
    .execute()

/** Inserts new rows and completes those of intents. A row that is there already is not written twice. */
export async function writeEntries(em: SqlEntityManager, entries: readonly Entry[]): Promise<null[]> {
  const rows = entries.filter(({ id }) => id === null).map(({ row }) => row)
  const ends = entries.filter(({ id }) => id !== null)
  if (ends.length > 0) await writeEnds(em, ends)
  if (rows.length > 0)
    await insertion(em, rows)
      .onConflict(conflict => conflict.column('run_id').where('run_id', 'is not', null).doNothing())
      .execute()
  return entries.map(() => null)
}

const sortable = {
  id: 'id',
  created_at: 'time',
  action: 'action',
  status: 'status',
  user_id: 'user_id',
  login: 'login',
  device_id: 'device_id',
  error_code: 'error_code',
  ip: 'ip',
  duration_ms: 'duration_ms',
} as const

const searched = ['action', 'message', 'login', 'ip', 'error_code'] as const

/** The actions that match a filter. `visibleDeviceIds` null: the caller sees all devices. */
function matchingActions(
  em: SqlEntityManager,
  filter: ActionFilter,
  { caller, visibleDeviceIds }: { caller: Caller; visibleDeviceIds: readonly number[] | null },
) {
  const { start, stop, actions = [], users = [], status, query } = filter
  const deviceId = filter.device_id ?? filter.device?.id
  const logins = users.filter(user => typeof user === 'string')
  const userIds = users
    .filter(user => typeof user !== 'string')
    .map(user => (typeof user === 'number' ? user : user.id))
  return tables(em)
    .selectFrom('system_action')
    .$if(start !== undefined, found => found.where('time', '>=', new Date(start!)))
    .$if(stop !== undefined, found => found.where('time', '<=', new Date(stop!)))
    .$if(actions.length > 0, found => found.where('action', 'in', actions))
    .$if(status !== undefined, found => found.where('status', '=', status!))
    .$if(deviceId !== undefined, found => found.where('device_id', '=', deviceId!))
    .$if(users.length > 0, found =>
      found.where(sql<boolean>`(user_id = any(${userIds}::int[]) or login = any(${logins}::text[]))`),
    )
    .$if(Boolean(query), found =>
      found.where(row => row.or(searched.map(column => row(column, 'ilike', containing(query!))))),
    )
    .$if(visibleDeviceIds !== null, found =>
      // Such a caller sees what was done to visible devices, and the own actions.
      found.where(sql<boolean>`(device_id = any(${visibleDeviceIds}::int[]) or user_id = ${caller.userId})`),
    )
}

const changeView = (stored: StoredChange) => {
  const { device_id: deviceId, expected: _, ...change } = stored
  return { ...change, device: deviceId === null ? null : { id: deviceId } }
}

const actionView = (row: Selectable<Tables['system_action']>): ActionView => ({
  id: Number(row.id),
  created_at: row.time,
  action: row.action,
  status: row.status,
  user: row.user_id === null && row.login === null ? null : { id: row.user_id, login: row.login },
  device: row.device_id === null ? null : { id: row.device_id },
  message: row.message,
  meta: row.meta,
  error_code: row.error_code,
  ip: row.ip,
  session_id: row.session_id,
  request_id: row.request_id,
  operation_id: row.operation_id,
  duration_ms: row.duration_ms,
  changes: row.changes?.map(changeView) ?? null,
  verification: row.verification && { ...row.verification, time: new Date(row.verification.time) },
})

/** The record of a run that was about to change a device; null: there is none. */
export async function recordedRun(em: SqlEntityManager, runId: string): Promise<RecordedRun | null> {
  const row = await tables(em)
    .selectFrom('system_action')
    .select(['id', 'status', 'message', 'changes', 'verification'])
    .where('run_id', '=', runId)
    .where('changes', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: Number(row.id),
    status: row.status,
    message: row.message,
    changes: row.changes!.map(({ module, step, evidence }, at) => ({
      module,
      step,
      evidence: row.verification?.changes[at]?.evidence ?? evidence,
    })),
  }
}

/** A record with what its verification needs. Undefined: there is none. */
export const recordWithId = (em: SqlEntityManager, id: number) =>
  tables(em)
    .selectFrom('system_action')
    .select(['id', 'status', 'user_id', 'device_id', 'changes'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Stores what a look at the devices has shown, unless somebody else was faster. */
export const storeVerification = (
  em: SqlEntityManager,
  id: number,
  status: ActionStatus,
  verification: StoredVerification,
) =>
  tables(em)
    .updateTable('system_action')
    .set({ status, verification: JSON.stringify(storable(verification)) as never })
    .where('id', '=', id)
    .where('status', '=', 'UNKNOWN')
    .execute()

export async function actionById(em: SqlEntityManager, id: number): Promise<ActionView> {
  const row = await tables(em)
    .selectFrom('system_action')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return actionView(row)
}

/** A page of the actions that the caller sees; by default the newest first. */
export async function listActions(ctx: Context<Config>, filter: ActionFilter, caller: Caller) {
  const visibleDeviceIds = caller.groupIds === null ? null : await ctx.use('devices').visible(caller)
  const pages = pagesOf({
    sort: sortable,
    order: '-created_at,-id',
    cap: 10_000,
    standard: ctx.config.logs_return_results_limit,
  })
  const em = ctx.em()
  const matching = matchingActions(em, filter, { caller, visibleDeviceIds }).selectAll()
  const { rows, meta } = await pages(em, matching, filter)
  return { rows: rows.map(actionView), meta }
}

/**
 * Names of the recorded actions that the caller sees. For a caller of all groups each name costs one step in
 * the index, because the table can have millions of rows and few names.
 */
export async function listActionNames(ctx: Context<Config>, caller: Caller): Promise<string[]> {
  const em = ctx.em()
  if (caller.groupIds !== null) {
    const visibleDeviceIds = await ctx.use('devices').visible(caller)
    const visible = matchingActions(em, {}, { caller, visibleDeviceIds })
    const names = await visible.select('action').distinct().orderBy('action').limit(maxNames).execute()
    return names.map(({ action }) => action)
  }
  const { rows } = await sql<{ action: string }>`
    with recursive name as (
      (select action from system_action order by action limit 1)
      union all
      select (select action from system_action where action > name.action order by action limit 1)
      from name
      where name.action is not null
    )
    select action from name where action is not null limit ${maxNames}`.execute(tables(em))
  return rows.map(({ action }) => action)
}
