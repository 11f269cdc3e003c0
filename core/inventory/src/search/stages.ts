import type { SearchQuery } from '@linecard/plugin-kit'

/** Patterns for LIKE. In each entry one pattern must match. */
export type Patterns = readonly (readonly string[])[]
/**
 * The patterns for `search_key` (folded, as in the index) and for `Kind.text` (as in the fields).
 */
export interface Stage {
  folded: Patterns
  exact: Patterns
}

/**
 * U+001F. It is before and after each field of `search_key` and of `Kind.text`, and never in a search text.
 */
export const edge = '\u001f'
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Spellings of a search text: as typed, the digits of a MAC address, both forms of a serial number, the
 * shortest form of an IP address.
 */
export const spellings = ({ text, mac, serials, ip }: SearchQuery): string[] => [
  ...new Set([text, mac ?? '', ...serials, ip?.text ?? ''].filter(one => one !== '')),
]

/**
 * The stages of a search, the best first: a field equals a text, begins with it, contains it, or the fields
 * together contain every word. A text that is too short for trigrams must be at the beginning of a field.
 * Only words with at least `least` characters are compared.
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
