import { raw } from '@mikro-orm/core'
import { searchQueryOf } from '@linecard/plugin-kit'
import type { Kind } from './kinds.ts'
import { edge, literal, spellings } from './stages.ts'

const array = (expressions: readonly string[]) => `array[${expressions.join(', ')}]`

/** A condition by the alias of its table, with its parameters. */
interface Condition {
  text(of: string): string
  values: readonly string[]
}

/**
 * Condition of a list on its free text: a field holds it or, as no index leads to one or two characters,
 * begins with it. The kinds are those of one table. Null: a blank text asks for nothing. `few`: the table is
 * so small that one or two characters may be sought everywhere in each row.
 */
export function textSql(
  kinds: readonly Kind[],
  typed: string,
  { few = false }: { few?: boolean } = {},
): Condition | null {
  const query = searchQueryOf(typed)
  if (!query) return null
  const texts = spellings(query)
  const before = query.anywhere || few ? '%' : `%${edge}`
  const folded = array(texts.map(() => "? || inventory_fold(?) || '%'"))
  const exact = array(texts.map(() => "? || lower(?) || '%'"))
  const held = (of: string) => `${kinds[0]!.text(of)} like any (${exact})`
  const condition = (of: string) =>
    `(${kinds.map(({ where }) => `(${where(of)} and ${of}.search_key like any (${folded}))`).join(' or ')}) and ${held(of)}`
  if (few && !query.anywhere) return { text: held, values: texts.flatMap(text => [before, literal(text)]) }
  return {
    text: condition,
    values: [
      ...kinds.flatMap(() => texts.flatMap(text => [before, text])),
      ...texts.flatMap(text => [before, literal(text)]),
    ],
  }
}

/** The same for the query builder. */
export function textCondition(...asked: Parameters<typeof textSql>): object {
  const condition = textSql(...asked)
  return condition ? { [raw(condition.text, [...condition.values])]: [] } : {}
}
