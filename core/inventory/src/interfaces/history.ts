import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Type as T, type Static } from 'typebox'
import { closedObject, listQuery, pageOf } from '@linecard/plugin-kit'
import type { StatusChangeView } from '../schemas.ts'

export const HistoryQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  start: T.Optional(T.String({ format: 'date-time', description: 'Not before' })),
  stop: T.Optional(T.String({ format: 'date-time', description: 'Not after' })),
})

/** Status changes of an interface, the newest first. The caller must be known to see it. */
export async function statusHistory(em: SqlEntityManager, id: number, query: Static<typeof HistoryQuery>) {
  const page = pageOf(query, { cap: 10_000 })
  const where =
    'interface_id = ? and (?::timestamptz is null or time >= ?) and (?::timestamptz is null or time <= ?)'
  const [start, stop] = [query.start ?? null, query.stop ?? null]
  const values = [id, start, start, stop, stop]
  const changes = await em.execute<StatusChangeView[]>(
    `
    select id::float8 as id, interface_id, time, status, previous, reason, login as changed_by from inventory_interface_status_history
    where ${where} order by time desc, id desc limit ? offset ?`,
    [...values, page.limit, page.offset],
  )
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from inventory_interface_status_history where ${where}`,
    values,
  )
  return {
    changes: changes.map(change => ({ ...change, time: new Date(change.time) })),
    meta: { total: counted!.total, ...page },
  }
}

/** Notes that a person set a status. */
export const noteStatus = (
  em: SqlEntityManager,
  id: number,
  change: { status: string | null; previous: string | null; login: string; time: Date },
) =>
  em.execute(
    'insert into inventory_interface_status_history (interface_id, status, previous, login, time) values (?, ?, ?, ?, ?)',
    [id, change.status, change.previous, change.login, change.time],
    'run',
  )
