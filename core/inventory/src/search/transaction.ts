import type { Caller, SearchQuery } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { seenDevices } from '../visibility.ts'
import { spellings, stagesOf, type Stage } from './stages.ts'

/** Time limit of one statement of a search, in ms. */
const statementMs = '2000'

/** Ids of the devices that the caller sees; null: all. */
export const visibleTo = async (
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
): Promise<number[] | null> =>
  caller.groupIds === null
    ? null
    : (await seenDevices(em, caller).select('d.id').execute()).map(({ id }) => id)

/** Sets up this transaction for searches: statements are short and never read a whole table. */
export const prepareSearch = (em: SqlEntityManager): Promise<unknown> =>
  sql`
    select set_config('statement_timeout', ${statementMs}, true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true)`.execute(tables(em))

interface Prepared {
  folded_texts: string[]
  folded_words: string[]
  texts: string[]
  words: string[]
}

/**
 * Sets up this transaction for searches and returns the stages of a query, with the texts as they are in the
 * indexes (`folded`) and in the fields (`lower`).
 */
export async function prepareStages(em: SqlEntityManager, query: SearchQuery): Promise<Stage[]> {
  const texts = sql`unnest(${spellings(query)}::text[]) with ordinality as t (text, n) order by n`
  const words = sql`unnest(${query.words.slice(0, 8)}::text[]) with ordinality as t (text, n) order by n`
  const { rows } = await sql<Prepared>`
    select set_config('statement_timeout', ${statementMs}, true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      array(select inventory_fold(text) from ${texts}) as folded_texts,
      array(select inventory_fold(text) from ${words}) as folded_words,
      array(select lower(text) from ${texts}) as texts,
      array(select lower(text) from ${words}) as words`.execute(tables(em))
  const prepared = rows[0]!
  const exact = stagesOf(prepared.texts, prepared.words, query.anywhere, 1)
  // Words that are too short for trigrams are only compared with the fields. Without a longer word the stage
  // of words does not exist.
  return stagesOf(prepared.folded_texts, prepared.folded_words, query.anywhere, 3).map((folded, n) => ({
    folded,
    exact: exact[n]!,
  }))
}
