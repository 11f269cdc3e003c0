import type { PlaceHit, SearchHit } from '@linecard/plugin-kit'

type Typed<H> = H & { type: string }
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * 0 for a match in the description of an interface or ONU, 1 for others. The description names the customer,
 * so these hits come first among hits of the same rank.
 */
const described = ({ matched, interface: of }: SearchHit) =>
  of !== null && matched.field === 'description' ? 0 : 1

/** Best first. Hits of the same rank have a fixed order. */
export const byRank = (a: Typed<SearchHit>, b: Typed<SearchHit>): number =>
  b.rank - a.rank ||
  described(a) - described(b) ||
  byText(a.type, b.type) ||
  byText(a.title, b.title) ||
  a.id - b.id

export const byDistance = (a: Typed<PlaceHit>, b: Typed<PlaceHit>): number =>
  a.distance_m - b.distance_m || byText(a.type, b.type) || a.id - b.id
