import { bestOf, rankOf, type SearchHit, type SearchQuery } from '@linecard/plugin-kit'

/** Fields with MAC addresses. */
const macs = new Set(['mac', 'mac_address'])

/** The lowest rank: no single field contains the text, but all fields together contain its words. */
const wordsRank = 0.25

/**
 * The field that matches best, with its rank; null if no field matches. A MAC address is compared by its
 * digits, a serial number in both spellings. The first of equal fields is used.
 */
export function matchOf(
  fields: Readonly<Record<string, string | null>>,
  { text, words, mac, serials, ip }: SearchQuery,
): Pick<SearchHit, 'matched' | 'rank'> | null {
  const forms = (field: string): string[] =>
    macs.has(field) && mac !== null
      ? [mac]
      : field === 'serial'
        ? [...serials]
        : field === 'ip' && ip
          ? [ip.text]
          : []
  const found = Object.entries(fields)
    .map(([field, value]) => {
      const given = value ?? ''
      const bare = macs.has(field) ? given.replaceAll(':', '') : given
      return {
        matched: { field, value: given },
        rank: Math.max(rankOf(given, text), ...forms(field).map(form => rankOf(bare, form))),
      }
    })
    .toSorted((a, b) => b.rank - a.rank)[0]
  if (found && found.rank > 0) return found
  const word = words.length > 1 ? words.map(one => bestOf(fields, one)).find(best => best !== null) : null
  return word ? { matched: word.matched, rank: wordsRank } : null
}
