import type { Found } from './plan.ts'

export interface Limits {
  perPort: number
  perDevice: number
}

/**
 * The part of a reading that is kept: of each place the stays that are open already, then the first of the
 * others, and above the limit of the device those of the places with the fewest. So the order in which a
 * device lists its addresses does not matter.
 */
export function within<R extends Found>(
  found: ReadonlyMap<string, R>,
  placeOf: (row: R) => string | number,
  open: { has(key: string): boolean },
  { perPort, perDevice }: Limits,
): Map<string, R> {
  const places = Map.groupBy(found.values(), placeOf)
  if (found.size <= perDevice && [...places.values()].every(rows => rows.length <= perPort))
    return new Map(found)
  const ordered = [...places.values()].toSorted((a, b) => a.length - b.length)
  const kept = new Map<string, R>()
  for (const rows of ordered) {
    const room = Math.min(perPort, perDevice - kept.size)
    const known = rows.filter(({ key }) => open.has(key))
    const others = rows.filter(({ key }) => !open.has(key))
    const taken = rows.length > room ? [...known, ...others].slice(0, room) : rows
    for (const row of taken) kept.set(row.key, row)
  }
  return kept
}
