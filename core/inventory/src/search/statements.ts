import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { Kind } from './kinds.ts'
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
export function probe(
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
export function byIndex(
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
