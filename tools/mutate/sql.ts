/** A mistake in SQL: what stands at an offset becomes another text. */
export interface SqlMistake {
  at: number
  length: number
  text: string
}

/** Whether a text without a tag is SQL. */
export const saysSql =
  /\b(?:select\s|insert into|delete from|order by|on conflict|update \w+\s+set|(?:where|and) [\w.]+ (?:[=<>]|is |in ))/

/** Each leaves valid SQL. */
const mistakes: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/ is null\b/g, ' is not null'],
  [/ is not null\b/g, ' is null'],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ <> /g, ' = '],
  [/ and (?!\$?\S+ preceding)/g, ' or '],
  [/ or /g, ' and '],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not |if )\bexists(?= ?\()/g, 'not exists'],
  [/ desc\b/g, ' asc'],
  [/(?<=order by [\w.]+)(?=(?! +(?:asc|desc|nulls|collate))[ ,)`]|$)/g, ' desc'],
  [/ distinct\b/g, ''],
  [/\blimit \d+/g, found => `limit ${Number(found.slice(6)) + 1}`],
]

/** The mistakes in a piece of SQL. */
export function sqlMistakes(text: string): SqlMistake[] {
  const words = text.replaceAll(/\s/g, ' ')
  if (words.includes(' between ')) return []
  return mistakes.flatMap(([pattern, by]) =>
    [...words.matchAll(pattern)].map(found => ({
      at: found.index,
      length: found[0].length,
      text: typeof by === 'string' ? by : by(found[0]),
    })),
  )
}
