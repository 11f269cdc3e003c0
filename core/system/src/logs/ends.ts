import type { EndedAction } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

const personOf = (id: number | null, login: string | null) =>
  id === null && login === null ? null : { id, login }

/** Actions that ended after `seq`, in the order of their ends. Removed ones are left out. */
export async function endedAfter(em: SqlEntityManager, seq: number, limit: number): Promise<EndedAction[]> {
  const rows = await tables(em)
    .selectFrom('system_action_end as e')
    .innerJoin('system_action as a', 'a.id', 'e.action_id')
    .select(['e.seq', 'a.id', 'a.time', 'a.action', 'a.status', 'a.user_id', 'a.login', 'a.device_id'])
    .select(['a.message', 'a.error_code', 'a.ip'])
    .where('e.seq', '>', String(seq))
    .orderBy('e.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq: at, id, user_id: userId, login, ...row }) => ({
    ...row,
    seq: Number(at),
    id: Number(id),
    user: personOf(userId, login),
  }))
}

/** The last action after a time that changed the device, or may have. */
export async function lastChange(
  em: SqlEntityManager,
  deviceId: number,
  after: Date,
): Promise<Omit<EndedAction, 'seq'> | null> {
  const row = await tables(em)
    .selectFrom('system_action')
    .select(['id', 'time', 'action', 'status', 'user_id', 'login', 'device_id', 'message'])
    .select(['error_code', 'ip'])
    .where('device_id', '=', deviceId)
    .where('time', '>', after)
    .where('changes', 'is not', null)
    .where('status', 'in', ['SUCCESS', 'UNKNOWN', 'DONE'])
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, user_id: userId, login, ...more } = row
  return { ...more, id: Number(id), user: personOf(userId, login) }
}

/** The last `seq`; 0: no action has ended. */
export async function lastEnd(em: SqlEntityManager): Promise<number> {
  const row = await tables(em)
    .selectFrom('system_action_end')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}
