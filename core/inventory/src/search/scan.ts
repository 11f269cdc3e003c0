import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller, Context, SearchOptions, SearchQuery } from '@linecard/plugin-kit'
import type { Kind } from './kinds.ts'
import { spellings, stagesOf, type Stage } from './stages.ts'
import { arrayOf, byIndex, probe } from './statements.ts'

/** Longest time of one statement of a search, in ms: an answer that comes later helps nobody. */
const statementMs = '2000'
/** Rows looked through before an index is asked. */
const firstRows = 1_000
/** With so few devices all rows of theirs are looked through, and no index is needed. */
const fewDevices = 200
/** Hits that are read and ranked at once, if they are all. */
const wholeRows = 200
/**
 * Rows of an index that are held against the fields, at most. Only texts of one or two characters can come so
 * far.
 */
const mostRows = 20_000

/** Devices that a caller limited to groups may see; null: all. */
export const visibleTo = async (em: SqlEntityManager, { groupIds }: Caller): Promise<number[] | null> =>
  groupIds === null
    ? null
    : (
        await em.execute<{ id: number }[]>(
          'select id from inventory_device where group_id = any (?::int[])',
          [arrayOf(groupIds)],
        )
      ).map(({ id }) => id)

/** Makes this transaction one of searches: short, and never through a whole table. */
export const searching = (em: SqlEntityManager) =>
  em.execute(
    "select set_config('statement_timeout', ?, true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)",
    [statementMs],
  )

/** The same, with the texts as the indexes (`folded`) and the fields (`lower`) have them. */
const prepareSql = `
  select set_config('statement_timeout', ?, true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
    array(select inventory_fold(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as folded_texts,
    array(select inventory_fold(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as folded_words,
    array(select lower(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as texts,
    array(select lower(text) from unnest(?::text[]) with ordinality as t (text, n) order by n) as words`

interface Prepared {
  folded_texts: string[]
  folded_words: string[]
  texts: string[]
  words: string[]
}

/** Makes this transaction one of searches; gives the stages for a query. */
export async function prepare(em: Pick<SqlEntityManager, 'execute'>, query: SearchQuery): Promise<Stage[]> {
  const [texts, words] = [arrayOf(spellings(query)), arrayOf(query.words.slice(0, 8))]
  const [row] = await em.execute<Prepared[]>(prepareSql, [statementMs, texts, words, texts, words])
  const exact = stagesOf(row!.texts, row!.words, query.anywhere, 1)
  // Words too short for trigrams are left to the fields; with no longer one there is no such stage.
  return stagesOf(row!.folded_texts, row!.folded_words, query.anywhere, 3).map((folded, n) => ({
    folded,
    exact: exact[n]!,
  }))
}

/**
 * Finds rows of one kind, best stages first, in one transaction with limits of its own; `read` makes hits of
 * their ids.
 * @throws when the database does not answer in time
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
      const stages = await prepare(own, query)
      const visible = await visibleTo(own, caller)
      if (visible?.length === 0) return []
      const few = visible !== null && visible.length <= fewDevices
      const [first] = await own.execute<{ found: number[][] }[]>(
        ...probe(kind, stages, visible, few ? null : firstRows, limit),
      )
      const stageRows = async (n: number, most: number) =>
        few || first!.found[n]!.length >= limit
          ? first!.found[n]!
          : (await own.execute<{ id: number }[]>(...byIndex(kind, stages[n]!, visible, mostRows, most))).map(
              ({ id }) => id,
            )
      // The widest stage of one text holds the narrower ones: where it is not too full to be read whole, they
      // need not be asked.
      const widest = query.anywhere ? 2 : 1
      const most = Math.max(limit, wholeRows)
      const wide = await stageRows(widest, most)
      const dense = !few && first!.found[widest]!.length >= limit
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
