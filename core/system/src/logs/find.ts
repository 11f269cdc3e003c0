import { containing, orderOf, pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import { SystemAction } from './entity.ts'
import type { ActionFilter, ActionView } from './schemas.ts'

const sortable = {
  id: 'id',
  created_at: 'time',
  action: 'action',
  status: 'status',
  user_id: 'userId',
  login: 'login',
  device_id: 'deviceId',
  error_code: 'errorCode',
  ip: 'ip',
  duration_ms: 'durationMs',
}

const defined = (conditions: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))

function ofUsers(users: ActionFilter['users']): object[] {
  if (!users?.length) return []
  const logins = users.filter(user => typeof user === 'string')
  const ids = users
    .filter(user => typeof user !== 'string')
    .map(user => (typeof user === 'number' ? user : user.id))
  return [{ $or: [{ userId: { $in: ids } }, { login: { $in: logins } }] }]
}

/** The filter as conditions on `SystemAction`. `visible` null: all devices. */
function conditionsOf(
  filter: ActionFilter,
  caller: Caller,
  visible: readonly number[] | null,
): Record<string, unknown> {
  const { start, stop, actions, users, status, query } = filter
  const like = query ? { $ilike: containing(query) } : null
  return {
    $and: [
      defined({
        time:
          start || stop
            ? defined({ $gte: start && new Date(start), $lte: stop && new Date(stop) })
            : undefined,
        action: actions?.length ? { $in: actions } : undefined,
        status,
        deviceId: filter.device_id ?? filter.device?.id,
      }),
      ...ofUsers(users),
      ...(like
        ? [{ $or: ['action', 'message', 'login', 'ip', 'errorCode'].map(field => ({ [field]: like })) }]
        : []),
      // Whoever may not see every group sees what was done to their devices, and what they did themselves.
      ...(visible ? [{ $or: [{ deviceId: { $in: [...visible] } }, { userId: caller.userId }] }] : []),
    ],
  }
}

export const actionView = (row: SystemAction): Static<typeof ActionView> => ({
  id: Number(row.id),
  created_at: row.time,
  action: row.action,
  status: row.status,
  user: row.userId == null && row.login == null ? null : { id: row.userId ?? null, login: row.login ?? null },
  device: row.deviceId == null ? null : { id: row.deviceId },
  message: row.message,
  meta: row.meta,
  error_code: row.errorCode ?? null,
  ip: row.ip ?? null,
  session_id: row.sessionId ?? null,
  request_id: row.requestId ?? null,
  operation_id: row.operationId ?? null,
  duration_ms: row.durationMs ?? null,
})

/** A page of the actions that the caller may see, newest first unless `sort` says otherwise. */
export async function findActions(ctx: Context<Config>, filter: ActionFilter, caller: Caller) {
  const visible = caller.groupIds === null ? null : await ctx.use('devices').visible(caller)
  const page = pageOf(filter, { cap: 10_000, standard: ctx.config.logs_return_results_limit })
  const [rows, total] = await ctx
    .em()
    .findAndCount(SystemAction, conditionsOf(filter, caller, visible), {
      ...page,
      orderBy: orderOf(filter.sort ?? '-created_at,-id', sortable),
    })
  return { rows: rows.map(actionView), meta: { total, ...page } }
}

/**
 * Names of recorded actions, each found by one step in the index: the table may have millions of rows and few
 * names.
 */
export const actionNames = async (ctx: Context): Promise<string[]> =>
  (
    await ctx.em().execute<{ action: string }[]>(`
  with recursive name as (
    (select action from system_action order by action limit 1)
    union all
    select (select action from system_action where action > name.action order by action limit 1) from name where name.action is not null
  ) select action from name where action is not null limit 2000`)
  ).map(({ action }) => action)
