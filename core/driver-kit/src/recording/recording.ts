import { compareOids, isUnder } from '../oid.ts'
import type { Varbind } from '../contract/snmp.ts'

/** Recorded SNMP values of a device, in the order of their OIDs. */
export interface Recording extends Iterable<Varbind> {
  readonly size: number
  /** The value of exactly this OID. */
  get(oid: string): Varbind | undefined
  /** The first value after an OID, as GETNEXT finds it. The OID itself may be absent. */
  next(oid: string): Varbind | undefined
  /** All values below an OID. */
  below(oid: string): Iterable<Varbind>
}

/** A recording of these values, in any order.
 * @throws Error for an OID with two values */
export function recordingOf(source: Iterable<Varbind>, name = 'recording'): Recording {
  let sorted = [...source]
  if (sorted.some((varbind, i) => i > 0 && compareOids(sorted[i - 1]!.oid, varbind.oid) > 0))
    sorted = sorted.toSorted((a, b) => compareOids(a.oid, b.oid))
  const places = new Map(sorted.map((varbind, place) => [varbind.oid, place]))
  if (places.size < sorted.length) {
    const twice = sorted.find((varbind, place) => places.get(varbind.oid) !== place)!
    throw new Error(`${name}: ${twice.oid} has two values`)
  }

  /** Position of the first OID after this one. */
  function placeAfter(oid: string): number {
    const place = places.get(oid)
    if (place !== undefined) return place + 1
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareOids(sorted[middle]!.oid, oid) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    size: sorted.length,
    get: oid => sorted[places.get(oid) ?? -1],
    next: oid => sorted[placeAfter(oid)],
    *below(oid) {
      for (let place = placeAfter(oid); place < sorted.length && isUnder(sorted[place]!.oid, oid); place++)
        yield sorted[place]!
    },
    [Symbol.iterator]: () => sorted[Symbol.iterator](),
  }
}
