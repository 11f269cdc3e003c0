import { Type as T, type Static } from 'typebox'
import { closedObject, listQuery, pageOf } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { StatusChangeView } from './schemas.ts'

export const HistoryQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  start: T.Optional(T.String({ format: 'date-time', description: 'Not before this time' })),
  stop: T.Optional(T.String({ format: 'date-time', description: 'Not after this time' })),
})

/** The text of a client. PostgreSQL also reads leap seconds and microseconds, which `Date` does not. */
const timeOf = (text: string) => sql<Date>`${text}::timestamptz`

/** Status changes of an interface, the newest first. The caller must be known to see it. */
export async function statusHistory(
  em: SqlEntityManager,
  id: number,
  { start, stop, ...rest }: Static<typeof HistoryQuery>,
): Promise<{ changes: StatusChangeView[]; meta: { total: number; limit: number; offset: number } }> {
  const page = pageOf(rest, { cap: 10_000 })
  const wanted = tables(em)
    .selectFrom('inventory_interface_status_history')
    .where('interface_id', '=', id)
    .$if(start !== undefined, query => query.where('time', '>=', timeOf(start!)))
    .$if(stop !== undefined, query => query.where('time', '<=', timeOf(stop!)))
  const changes = await wanted
    .select(sql<number>`id::float8`.as('id'))
    .select(['interface_id', 'time', 'status', 'previous', 'reason', 'login as changed_by'])
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await wanted.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { changes, meta: { total, ...page } }
}

/** Stores that a person set a status. */
export const noteStatus = (
  em: SqlEntityManager,
  id: number,
  change: { status: string | null; previous: string | null; login: string; time: Date },
): Promise<unknown> =>
  tables(em)
    .insertInto('inventory_interface_status_history')
    .values({ interface_id: id, reason: null, ...change })
    .execute()

const removed = (rows: readonly { numDeletedRows: bigint }[]) => Number(rows[0]!.numDeletedRows)

/** Removes some changes that are older than a time. Returns how many. */
export const removeChangesBefore = async (
  em: SqlEntityManager,
  before: Date,
  limit: number,
): Promise<number> =>
  removed(
    await tables(em)
      .deleteFrom('inventory_interface_status_history')
      .where('id', 'in', query =>
        query
          .selectFrom('inventory_interface_status_history')
          .select('id')
          .where('time', '<', before)
          .limit(limit),
      )
      .execute(),
  )

/** Removes some of the oldest changes of interfaces that have more than `maxRows`. Returns how many. */
export const removeSurplusChanges = async (
  em: SqlEntityManager,
  maxRows: number,
  limit: number,
): Promise<number> =>
  removed(
    await tables(em)
      .deleteFrom('inventory_interface_status_history')
      .where('id', 'in', query =>
        query
          .selectFrom(
            query
              .selectFrom('inventory_interface_status_history')
              .select('id')
              .select(
                sql<string>`row_number() over (partition by interface_id order by time desc, id desc)`.as(
                  'nth',
                ),
              )
              .as('h'),
          )
          .select('id')
          .where('nth', '>', String(maxRows))
          .limit(limit),
      )
      .execute(),
  )
