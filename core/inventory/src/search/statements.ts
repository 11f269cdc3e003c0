import type { Kind } from './kinds.ts'
import type { Patterns, Stage } from './stages.ts'

/** A statement and what stands for its question marks. */
export type Statement = [sql: string, parameters: unknown[]]

/** A PostgreSQL array as text. */
export const arrayOf = (values: readonly (string | number)[]) =>
  `{${values.map(value => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

const likes = (patterns: Patterns, expression: string) =>
  patterns.map(() => `${expression} like any (?::text[])`)
const within = ({ device }: Kind, visible: readonly number[] | null) =>
  visible ? [`o.${device} = any (?::int[])`] : []
const ids = (visible: readonly number[] | null) => (visible ? [arrayOf(visible)] : [])

/**
 * Looks through the first `rows` rows of a kind (null: all of the caller's), and says of each stage which
 * rows fit. What half the network is called is found here at once, where an index would first collect half
 * the network. From then on the transaction only uses bitmaps: a walk along the ids hopes that hits lie
 * everywhere, but a vendor's MACs come with the year in which the devices were bought.
 */
export function probe(
  kind: Kind,
  stages: readonly Stage[],
  visible: readonly number[] | null,
  rows: number | null,
  limit: number,
): Statement {
  const fits = stages.map(
    ({ folded, exact }) =>
      `(${[...likes(folded, 'o.search_key'), ...likes(exact, kind.text('o'))].join(' and ')})`,
  )
  const parameters = stages.map(({ folded, exact }) => [...folded, ...exact].map(arrayOf))
  const found = fits.map(fit => `array(select o.id from first o where ${fit} limit ?)`)
  return [
    `
    with first as materialized (select o.* from ${kind.table} o where ${[kind.where('o'), ...within(kind, visible)].join(' and ')}${rows === null ? '' : ' order by o.id limit ?'})
    select set_config('enable_indexscan', 'off', true), jsonb_build_array(${found.join(', ')}) as found`,
    [...ids(visible), ...(rows === null ? [] : [rows]), ...parameters.flatMap(own => [...own, limit])],
  ]
}

/**
 * Rows of one stage by the index, those of the caller's devices only. At most `cap` that the index takes for
 * hits are held against the fields.
 */
export function byIndex(
  kind: Kind,
  { folded, exact }: Stage,
  visible: readonly number[] | null,
  cap: number,
  limit: number,
): Statement {
  const conditions = [kind.where('o'), ...likes(folded, 'o.search_key'), ...within(kind, visible)].join(
    ' and ',
  )
  return [
    `select o.id from (select o.* from ${kind.table} o where ${conditions} limit ?) o where ${likes(exact, kind.text('o')).join(' and ')} limit ?`,
    [...folded.map(arrayOf), ...ids(visible), cap, ...exact.map(arrayOf), limit],
  ]
}
