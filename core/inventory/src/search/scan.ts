import type { Context, SearchOptions, SearchQuery } from '@linecard/plugin-kit'
import { type SqlEntityManager, sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Kind } from './kinds.ts'
import { prepareStages, visibleTo } from './transaction.ts'
import type { Patterns, Stage } from './stages.ts'

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` and `)
const likes = (patterns: Patterns, expression: RawBuilder<string>) =>
  patterns.map(texts => sql`${expression} like any (${[...texts]}::text[])`)
const searchKey = sql<string>`o.search_key`
const onDevices = ({ device }: Kind, visible: readonly number[] | null) =>
  visible ? [sql`${sql.ref(`o.${device}`)} = any (${[...visible]}::int[])`] : []

/**
 * Reads the first `rows` rows of a kind (null: all rows of the caller), and finds the matching rows of each
 * stage. A text that is in half of all rows is found here at once; an index would first collect half of all
 * rows. After it the transaction uses only bitmap scans: a scan in the order of ids is fast only if hits are
 * everywhere, but devices of one vendor are often bought in the same year and have neighbouring ids.
 */
function probe(
  kind: Kind,
  stages: readonly Stage[],
  visible: readonly number[] | null,
  rows: number | null,
  limit: number,
): RawBuilder<{ found: number[][] }> {
  const found = stages.map(({ folded, exact }) => {
    const fits = and([...likes(folded, searchKey), ...likes(exact, kind.text('o'))])
    return sql`array(select o.id from first o where (${fits}) limit ${limit})`
  })
  return sql`
    with first as materialized (
      select o.* from ${sql.table(kind.table)} o where ${and([kind.where('o'), ...onDevices(kind, visible)])}
      ${rows === null ? sql`` : sql`order by o.id limit ${rows}`}
    )
    select set_config('enable_indexscan', 'off', true), jsonb_build_array(${sql.join(found)}) as found`
}

/**
 * Rows of one stage from the index, only of the caller's devices. At most `cap` rows from the index are
 * compared with the fields.
 */
function byIndex(
  kind: Kind,
  { folded, exact }: Stage,
  visible: readonly number[] | null,
  cap: number,
  limit: number,
): RawBuilder<{ id: number }> {
  const conditions = and([kind.where('o'), ...likes(folded, searchKey), ...onDevices(kind, visible)])
  return sql`
    select o.id from (select o.* from ${sql.table(kind.table)} o where ${conditions} limit ${cap}) o
    where ${and(likes(exact, kind.text('o')))} limit ${limit}`
}

/** Rows that are read before an index is used. */
const firstRows = 1_000
/** Up to this number of devices all rows are read, and no index is used. */
const fewDevices = 200
/** If a stage has fewer hits, all of them are read and ranked, without the narrower stages. */
const wholeRows = 200
/**
 * Maximum number of rows from an index that are compared with the fields. Only texts of one or two characters
 * find so many.
 */
const maxRows = 20_000

/**
 * Finds rows of one kind, the best stages first, in one transaction with its own limits. `read` makes hits
 * from their ids.
 * @throws if the database does not answer in time
 */
export async function scan<T>(
  { em }: Pick<Context, 'em'>,
  kind: Kind,
  query: SearchQuery,
  { caller, limit, signal }: SearchOptions,
  read: (em: SqlEntityManager, ids: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  return em().transactional(
    async forked => {
      const own = forked as SqlEntityManager
      const db = tables(own)
      const stages = await prepareStages(own, query)
      const visible = await visibleTo(own, caller)
      if (visible?.length === 0) return []
      const few = visible !== null && visible.length <= fewDevices
      const first = await probe(kind, stages, visible, few ? null : firstRows, limit).execute(db)
      const inFirst = first.rows[0]!.found
      const stageRows = async (n: number, most: number) =>
        few || inFirst[n]!.length >= limit
          ? inFirst[n]!
          : (await byIndex(kind, stages[n]!, visible, maxRows, most).execute(db)).rows.map(({ id }) => id)
      // The rows of the widest stage include those of the narrower ones. If all of them can be read, the
      // narrower stages are skipped.
      const widest = query.anywhere ? 2 : 1
      const most = Math.max(limit, wholeRows)
      const wide = await stageRows(widest, most)
      const dense = !few && inFirst[widest]!.length >= limit
      const asked = few ? stages.keys() : dense || wide.length >= most ? [0, 1] : []
      const found = new Set<number>()
      for (const n of asked) {
        signal.throwIfAborted()
        if (found.size < limit) for (const id of await stageRows(n, limit)) found.add(id)
      }
      if (found.size < limit) for (const id of wide) found.add(id)
      if (!few && found.size < limit && stages.length > widest + 1)
        for (const id of await stageRows(widest + 1, limit)) found.add(id)
      return found.size > 0 ? read(own, [...found]) : []
    },
    { readOnly: true },
  )
}
