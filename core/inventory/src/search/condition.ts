import { raw } from '@mikro-orm/core'
import { searchQueryOf } from '@linecard/plugin-kit'
import type { Kind } from './kinds.ts'
import { edge, literal, spellings } from './stages.ts'

const array = (expressions: readonly string[]) => `array[${expressions.join(', ')}]`

/**
 * Condition of a list on its free text: a field holds it or, as no index leads to one or two characters, begins with it. The kinds are those
 * of one table. A blank text asks for nothing. `few`: the table is so small that one or two characters may be sought everywhere in each row.
 */
export function textCondition(kinds: readonly Kind[], typed: string, { few = false }: { few?: boolean } = {}): object {
  const query = searchQueryOf(typed)
  if (!query) return {}
  const texts = spellings(query)
  const before = query.anywhere || few ? '%' : `%${edge}`
  const folded = array(texts.map(() => "? || inventory_fold(?) || '%'"))
  const exact = array(texts.map(() => "? || lower(?) || '%'"))
  const held = (of: string) => `${kinds[0]!.text(of)} like any (${exact})`
  const condition = (of: string) => `(${kinds.map(({ where }) => `(${where(of)} and ${of}.search_key like any (${folded}))`).join(' or ')}) and ${held(of)}`
  if (few && !query.anywhere) return { [raw(held, texts.flatMap(text => [before, literal(text)]))]: [] }
  const parameters = [...kinds.flatMap(() => texts.flatMap(text => [before, text])), ...texts.flatMap(text => [before, literal(text)])]
  return { [raw(condition, parameters)]: [] }
}
