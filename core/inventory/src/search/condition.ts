import { searchQueryOf } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { Kind } from './kinds.ts'
import { edge, literal, spellings } from './stages.ts'

/**
 * The condition for the free text of a list: a field contains the text. `of` is the alias of the table; all
 * kinds belong to this table. Null if the text is blank. Trigrams cannot find one or two characters, so such
 * a text must be at the beginning of a field, unless the table has `few` rows.
 */
export function textCondition(
  kinds: readonly Kind[],
  typed: string,
  of: string,
  { few = false }: { few?: boolean } = {},
): RawBuilder<boolean> | null {
  const query = searchQueryOf(typed)
  if (!query) return null
  const texts = spellings(query)
  const before = query.anywhere || few ? '%' : `%${edge}`
  const exact = sql.join(texts.map(text => sql`${before} || lower(${literal(text)}) || '%'`))
  const held = sql<boolean>`${kinds[0]!.text(of)} like any (array[${exact}])`
  if (few && !query.anywhere) return held
  const folded = sql.join(texts.map(text => sql`${before} || inventory_fold(${text}) || '%'`))
  const found = kinds.map(
    kind => sql`(${kind.where(of)} and ${sql.ref(`${of}.search_key`)} like any (array[${folded}]))`,
  )
  return sql`(${sql.join(found, sql` or `)}) and ${held}`
}
