import type { Caller } from './caller.ts'

/** What somebody seeks, already taken to pieces; made by whoever asks the sources. */
export interface SearchQuery {
  /**
   * As typed, without blanks at its ends; 1 to 200 characters, no NUL, well-formed. Literal text: `%`, `_`
   * and `\` mean themselves.
   */
  text: string
  /** The text at its blanks. */
  words: readonly string[]
  /**
   * Hexadecimal digits in capitals where the text may be a MAC address or a piece of one, in any notation:
   * `AABBCC`; null where it cannot. 4 to 12 digits.
   */
  mac: string | null
  /**
   * Ways in which the serial number of an ONU may be stored, in capitals: as typed, and ASCII `ZTEG12345678`
   * and hex `5A54454712345678` for each other.
   */
  serials: readonly string[]
  /** An address, or the beginning of one (`10.1.`); null where the text is neither. */
  ip: { text: string; whole: boolean } | null
  /**
   * False for a text too short for an index: then only what equals it or begins with it is sought. An answer
   * never says more than it sought.
   */
  anywhere: boolean
}

export interface Coordinates {
  lat: number
  lon: number
}

/** An object that was found. Its `id` is that of the object among those of its type. */
export interface SearchHit {
  id: number
  /** Name by which people know it. */
  title: string
  /** What else tells it apart: a description, a place. Text as stored; whoever shows it must escape it. */
  text: string
  /** The field that matched, by its name in the object's own resource, and its value. */
  matched: { field: string; value: string }
  /** 0 to 1, see `rankOf`. Hits are ordered by it. */
  rank: number
  /** As the object's own resource says; null: has none, or unknown. */
  status: string | null
  /** The device that it is, or belongs to; null for what belongs to none. */
  device: { id: number; ip: string; name: string } | null
  /** The interface that it is, or belongs to. */
  interface: { id: number; name: string; type: string } | null
  coordinates: Coordinates | null
}

export interface SearchOptions {
  /** Everything about devices must be limited by its `groupIds`. */
  caller: Caller
  /** Hits at most, the best ones. */
  limit: number
  /** Fires when nobody waits any more. */
  signal: AbortSignal
}

/** One type of objects that can be found by text; the key in the slot `search` is the type of its hits. */
export interface SearchSource<C> {
  /** Name of the type, as people read it. */
  label: string
  /**
   * Callers without this permission do not have this source asked. Permission of the search itself unless
   * said.
   */
  permission?: string
  /** The best hits. A throw means: not known; it never stands for "nothing". */
  find(ctx: C, query: SearchQuery, options: SearchOptions): Promise<readonly SearchHit[]>
}

/** A circle on the earth. */
export interface PlaceQuery extends Coordinates {
  /** Metres. */
  distance_m: number
  /** Only objects of this status. */
  status?: string
  /** The nearest ones, at most. */
  limit: number
}

export interface PlaceHit extends Pick<
  SearchHit,
  'id' | 'title' | 'text' | 'status' | 'device' | 'interface'
> {
  coordinates: Coordinates
  /** Metres from the centre. */
  distance_m: number
}

/** One type of objects that stand somewhere; the key in the slot `places` is the type of its hits. */
export interface PlaceSource<C> {
  label: string
  permission?: string
  /** What stands within the circle, nearest first; `distanceOf` and `boxesOf` measure. */
  near(
    ctx: C,
    query: PlaceQuery,
    options: Pick<SearchOptions, 'caller' | 'signal'>,
  ): Promise<readonly PlaceHit[]>
}

/** A source of a running plugin, bound to its context. */
interface Bound {
  type: string
  component: string
  label: string
  permission: string | null
}
export interface BoundSearchSource extends Bound {
  find(query: SearchQuery, options: SearchOptions): Promise<readonly SearchHit[]>
}
export interface BoundPlaceSource extends Bound {
  near(query: PlaceQuery, options: Pick<SearchOptions, 'caller' | 'signal'>): Promise<readonly PlaceHit[]>
}

/**
 * How well a value answers: 1 is the text itself, 0.75 begins with it, 0.5 holds it, 0 does not. Case does
 * not count.
 */
export function rankOf(value: string, text: string): number {
  const [whole, part] = [value.toLowerCase(), text.toLowerCase()]
  return whole === part ? 1 : whole.startsWith(part) ? 0.75 : whole.includes(part) ? 0.5 : 0
}

/** The best of an object's fields by `rankOf`, the first of equals; null where none holds the text. */
export function bestOf(
  fields: Readonly<Record<string, string | null | undefined>>,
  text: string,
): { matched: SearchHit['matched']; rank: number } | null {
  const [best] = Object.entries(fields)
    .map(([field, value]) => ({ matched: { field, value: value ?? '' }, rank: rankOf(value ?? '', text) }))
    .toSorted((a, b) => b.rank - a.rank)
  return best && best.rank > 0 ? best : null
}
