import type { SearchQuery } from '@linecard/plugin-kit'

/** Patterns for LIKE: for each entry one of its patterns must fit. */
export type Patterns = readonly (readonly string[])[]
/**
 * The same thing sought in `search_key` (folded, as the index has it) and in `Kind.text` (as the fields have
 * it).
 */
export interface Stage {
  folded: Patterns
  exact: Patterns
}

/**
 * U+001F, which stands around each field of `search_key` and of `Kind.text`, and which no text sought has.
 */
export const edge = '\u001f'
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Spellings of what is sought: as typed, the digits of a MAC, both forms of a serial number, the shortest of
 * an address.
 */
export const spellings = ({ text, mac, serials, ip }: SearchQuery): string[] => [
  ...new Set([text, mac ?? '', ...serials, ip?.text ?? ''].filter(one => one !== '')),
]

/**
 * What is sought in turn, best first: a field is one of the texts, begins with it, holds it, or the fields
 * together hold every word. Texts too short for trigrams are only sought at the beginning of a field; of
 * words those with `least` characters are asked for.
 */
export function stagesOf(
  texts: readonly string[],
  words: readonly string[],
  anywhere: boolean,
  least: number,
): Patterns[] {
  const around = (before: string, after: string): Patterns => [
    [...new Set(texts.map(text => `%${before}${literal(text)}${after}%`))],
  ]
  const long = words.filter(word => [...word].length >= least)
  return [
    around(edge, edge),
    around(edge, ''),
    ...(anywhere ? [around('', '')] : []),
    ...(words.length > 1 && long.length > 0 ? [long.map(word => [`%${literal(word)}%`])] : []),
  ]
}
