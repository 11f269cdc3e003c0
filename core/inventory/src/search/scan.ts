import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller, Context, SearchOptions, SearchQuery } from '@linecard/plugin-kit'
import type { Kind } from './kinds.ts'
import { stagesOf, type Patterns } from './stages.ts'

/** Longest time of one statement of a search, in ms: an answer that comes later helps nobody. */
const statementMs = 2_000
/** Up to this many devices a caller's own rows are looked through; above, indexes lead to the hits and the groups only filter. */
const fewDevices = 2_000

/** A PostgreSQL array as text. */
const arrayOf = (values: readonly (string | number)[]) => `{${values.map(value => typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** Devices that a caller limited to groups may see; null: all. */
export const visibleTo = async (em: SqlEntityManager, { groupIds }: Caller): Promise<number[] | null> => groupIds === null ? null
  : (await em.execute<{ id: number }[]>('select id from inventory_device where group_id = any (?::int[])', [arrayOf(groupIds)])).map(({ id }) => id)

/** Statement that gives the ids of one stage. Rows within the caller's devices only, in the order of their ids. */
export function statementOf({ table, where, text, device }: Kind, stage: { folded: Patterns, exact: Patterns }, visible: readonly number[] | null, limit: number): [sql: string, parameters: unknown[]] {
  const conditions = [
    where, ...stage.folded.map(() => 'search_key like any (?::text[])'), ...stage.exact.map(() => `${text} like any (?::text[])`), ...visible ? [`${device} = any (?::int[])`] : [],
  ].join(' and ')
  const parameters = [...stage.folded.map(arrayOf), ...stage.exact.map(arrayOf), ...visible ? [arrayOf(visible)] : [], limit]
  const rows = `select id from ${table} where ${conditions}`
  // A limited caller's rows may all lie at the table's end: nothing may hope to meet them early.
  return [visible && visible.length <= fewDevices ? `with own as materialized (${rows}) select id from own order by id limit ?` : `${rows} order by id limit ?`, parameters]
}

/** Settings of a search's transaction, and the texts as the indexes (`folded`) and the fields (`lower`) have them. */
const prepareSql = `
  select set_config('statement_timeout', ?, true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    array(select inventory_fold(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as folded_texts,
    array(select inventory_fold(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as folded_words,
    array(select lower(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as texts,
    array(select lower(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as words`

interface Prepared { folded_texts: string[], folded_words: string[], texts: string[], words: string[] }

/** Makes this transaction one of searches; gives the stages for a query. */
export async function prepare(em: SqlEntityManager, query: SearchQuery): Promise<{ folded: Patterns, exact: Patterns }[]> {
  const texts = arrayOf([...new Set([query.text, query.mac ?? '', ...query.serials, query.ip?.text ?? ''].filter(text => text !== ''))])
  const words = arrayOf(query.words.slice(0, 8))
  const [row] = await em.execute<Prepared[]>(prepareSql, [String(statementMs), texts, words, texts, words])
  const exact = stagesOf(row!.texts, row!.words, query.anywhere)
  return stagesOf(row!.folded_texts, row!.folded_words, query.anywhere).map((folded, n) => ({ folded, exact: exact[n]! }))
}

/**
 * Finds rows of one kind, best stages first, in one transaction with limits of its own; `read` makes hits of their ids.
 * @throws when the database does not answer in time
 */
export async function scan<T>({ em }: Pick<Context, 'em'>, kind: Kind, query: SearchQuery, { caller, limit, signal }: SearchOptions, read: (em: SqlEntityManager, ids: readonly number[]) => Promise<T[]>): Promise<T[]> {
  return em().transactional(async forked => {
    const own = forked as SqlEntityManager
    const stages = await prepare(own, query)
    const visible = await visibleTo(own, caller)
    if (visible?.length === 0) return []
    const found = new Set<number>()
    for (const stage of stages) {
      signal.throwIfAborted()
      if (found.size >= limit) break
      for (const { id } of await own.execute<{ id: number }[]>(...statementOf(kind, stage, visible, limit))) found.add(id)
    }
    return found.size > 0 ? read(own, [...found]) : []
  }, { readOnly: true })
}
