import type { Caller } from './caller.ts'

/** A search text with its parts, see `searchQueryOf`. */
export interface SearchQuery {
  /**
   * As typed, without blanks at its ends: 1 to 200 characters, no NUL, well-formed. It is literal: `%`, `_`
   * and `\` are ordinary characters.
   */
  text: string
  /** The text, split at its blanks. */
  words: readonly string[]
  /**
   * Hexadecimal digits in capitals if the text can be a MAC address or a part of one, in any notation:
   * `AABBCC`. 3 to 12 digits. Null if it cannot.
   */
  mac: string | null
  /**
   * Spellings in which the serial number of an ONU may be stored, in capitals: as typed, and the other one of
   * ASCII `ZTEG12345678` and hexadecimal `5A54454712345678`.
   */
  serials: readonly string[]
  /** An address or the beginning of one (`10.1.`); null if the text is neither. */
  ip: { text: string; whole: boolean } | null
  /**
   * False if the text is too short for an index. Then a source looks only for values that equal the text or
   * begin with it.
   */
  anywhere: boolean
}

/** Degrees: latitude from -90 to 90, longitude from -180 to 180. */
export interface Coordinates {
  lat: number
  lon: number
}

/** An object that was found. Its `id` is unique among the objects of its type. */
export interface SearchHit {
  id: number
  /** Name by which people know it. */
  title: string
  /** More about it: a description, a place. It is the stored text: a page must escape it. */
  text: string
  /** The field that matched, by its name in the object's own resource, and its value. */
  matched: { field: string; value: string }
  /** 0 to 1, see `rankOf`. Hits are ordered by it. */
  rank: number
  /** The status in the object's own resource; null: it has none, or it is unknown. */
  status: string | null
  /** The device itself, or the device of the object; null: none. */
  device: { id: number; ip: string; name: string } | null
  /** The interface itself, or the interface of the object; null: none. */
  interface: { id: number; name: string; type: string } | null
  coordinates: Coordinates | null
}

/** For whom a source searches, and how much it gives. */
export interface SearchOptions {
  /** Queries on devices must be limited to its `groupIds`. */
  caller: Caller
  /** Largest number of hits. The best ones are given. */
  limit: number
  /** Aborted when the client has left. */
  signal: AbortSignal
}

/** Objects of one type that can be found by text. The key in the slot `search` is the type of the hits. */
export interface SearchSource<C> {
  /** Name of the type, as people read it. */
  label: string
  /**
   * The source is asked only for callers with this permission. By default the permission of the search.
   */
  permission?: string
  /** The best hits. It throws if it cannot know them; an empty list means that there are none. */
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

/** An object within the circle of a `PlaceQuery`. Its `id` is unique among the objects of its type. */
export interface PlaceHit extends Pick<
  SearchHit,
  'id' | 'title' | 'text' | 'status' | 'device' | 'interface'
> {
  coordinates: Coordinates
  /** Metres from the centre. */
  distance_m: number
}

/** Objects of one type with coordinates. The key in the slot `places` is the type of the hits. */
export interface PlaceSource<C> {
  label: string
  permission?: string
  /** Objects in the circle, the nearest first. Use `distanceOf` and `boxesOf`. */
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
/** A `SearchSource` of a running plugin. `permission` null: that of the search is enough. */
export interface BoundSearchSource extends Bound {
  /** As `SearchSource.find`. @throws what the source throws */
  find(query: SearchQuery, options: SearchOptions): Promise<readonly SearchHit[]>
}
/** A `PlaceSource` of a running plugin. `permission` null: that of the search is enough. */
export interface BoundPlaceSource extends Bound {
  /** As `PlaceSource.near`. @throws what the source throws */
  near(query: PlaceQuery, options: Pick<SearchOptions, 'caller' | 'signal'>): Promise<readonly PlaceHit[]>
}

/**
 * How well a value matches the text, in any case: 1 equals it, 0.75 begins with it, 0.5 contains it, 0 does
 * not.
 */
export function rankOf(value: string, text: string): number {
  const [whole, part] = [value.toLowerCase(), text.toLowerCase()]
  return whole === part ? 1 : whole.startsWith(part) ? 0.75 : whole.includes(part) ? 0.5 : 0
}

/** The field with the best `rankOf`, the first of equal ones; null if no field contains the text. */
export function bestOf(
  fields: Readonly<Record<string, string | null | undefined>>,
  text: string,
): { matched: SearchHit['matched']; rank: number } | null {
  const [best] = Object.entries(fields)
    .map(([field, value]) => ({ matched: { field, value: value ?? '' }, rank: rankOf(value ?? '', text) }))
    .toSorted((a, b) => b.rank - a.rank)
  return best && best.rank > 0 ? best : null
}
