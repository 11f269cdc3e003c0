/** Percent with one digit after the point. */
export const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10

/**
 * The mean of the loads of all processors, of several to one digit after the point. Null if one of them does
 * not give it: the load of a part is not that of the device.
 */
export function meanOf(loads: readonly (number | null)[]): number | null {
  const known = loads.flatMap(load => load ?? [])
  if (known.length < loads.length) return null
  if (known.length < 2) return known[0] ?? null
  return Math.round((known.reduce((sum, load) => sum + load, 0) / known.length) * 10) / 10
}
