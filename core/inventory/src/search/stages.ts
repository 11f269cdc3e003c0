/** Patterns for LIKE: for each entry one of its patterns must fit. */
export type Patterns = readonly (readonly string[])[]

/** U+001F, which stands around each field of `search_key` and of `Kind.text`, and which no text sought has. */
const edge = '\u001f'
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * What is sought in turn, best first: a field is one of the texts, begins with it, holds it, or the fields together hold every word. Texts too
 * short for trigrams are only sought at the beginning of a field.
 */
export function stagesOf(texts: readonly string[], words: readonly string[], anywhere: boolean): Patterns[] {
  const around = (before: string, after: string): Patterns => [[...new Set(texts.map(text => `%${before}${literal(text)}${after}%`))]]
  const long = words.filter(word => [...word].length >= 3)
  return [around(edge, edge), around(edge, ''), ...anywhere ? [around('', '')] : [], ...words.length > 1 && long.length > 0 ? [long.map(word => [`%${literal(word)}%`])] : []]
}
