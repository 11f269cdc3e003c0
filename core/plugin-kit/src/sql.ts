/**
 * `@linecard/plugin-kit/sql`: the one query language for lists, searches and reports. Single objects and
 * their changes go through entities and `em`; everything else is Kysely on the connection of that `em`.
 *
 * A package writes its tables down once, in `src/tables.ts`:
 *
 *     export type Tables = TablesOf<typeof Mark> & { stickers_sheet: SheetTable }
 *     export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
 *
 * Inside `em.transactional` the query runs in that transaction. Names in SQL are those of the columns. What
 * only PostgreSQL can say is written with the `sql` template, whose parameters are bound and never text.
 *
 * Entities, Kysely and `sql` read every `timestamptz` as `Date`: the connections of the kernel use
 * `readDates`. Times inside JSON that PostgreSQL builds (`json_agg`, `to_jsonb`) are texts.
 */
import { sql, type RawBuilder } from 'kysely'

export { sql }
export type {
  ColumnType,
  Expression,
  ExpressionBuilder,
  Generated,
  Kysely,
  RawBuilder,
  Selectable,
  SelectQueryBuilder,
  SqlBool,
} from 'kysely'
/** Kysely's table types, made from the entities of a package. */
export type { InferKyselyDB as TablesOf } from '@mikro-orm/postgresql'
export type { SqlEntityManager } from '@mikro-orm/postgresql'

/**
 * Put it into the `returning` of a statement, or into a subquery of its `from`: the transaction is then
 * committed without waiting for the disk. For what is read from devices again anyway: after a crash of the
 * database the last half second of it may be gone, and all that was committed before is there.
 */
export const commitLater = sql<string>`set_config('synchronous_commit', 'off', true)`

/**
 * Whether a stored time has not come yet: it was stored before a clock was put back, and holds back nothing
 * that is read now (fault 45). Clocks of two machines may differ by a minute. `column`: its name in SQL.
 */
export const isAhead = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} > clock_timestamp() + interval '1 minute')`

/**
 * Whether what is stored was read after a reading that began at `time`: that one was overtaken, and says
 * nothing any more. No reading lasts an hour: what is newer by more was stored before a clock was put back.
 * `column`, and `time` if it is a text: a name in SQL.
 */
export const isOvertaken = (column: string, time: string | Date): RawBuilder<boolean> => {
  const began = typeof time === 'string' ? sql`${sql.ref(time)}` : sql`${time}::timestamptz`
  return sql<boolean>`coalesce(${sql.ref(column)} > ${began}
    and ${sql.ref(column)} < ${began} + interval '1 hour' and not ${isAhead(column)}, false)`
}

/** The same of a time that was read from the database. */
export const isOvertakenBy = (newer: Date, time: Date): boolean =>
  newer > time && newer.getTime() - time.getTime() < 3_600_000

/** A time as PostgreSQL writes it (`2026-01-01 00:00:00.123+00`), in whole milliseconds. */
const parseTimestamp = (text: string): Date => new Date(text)
/** OID of the type in PostgreSQL. */
const timestamptz = 1184

interface TypedClient {
  setTypeParser(oid: number, parse: (text: string) => unknown): void
}

/** Makes the connections of a new pool read times as `Date`. MikroORM itself leaves them as text. */
export function readDates(pool: { on(event: 'connect', use: (client: TypedClient) => void): unknown }): void {
  pool.on('connect', client => client.setTypeParser(timestamptz, parseTimestamp))
}
