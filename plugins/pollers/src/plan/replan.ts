import { nextDue } from './grid.ts'
import type { Wanted } from './effective.ts'

export type Due = Readonly<Record<string, number>>

/**
 * What is due when, after pollers came or went, intervals were changed or the clock was put back: what lies
 * further away than its interval is due on the grid again. Null: nothing changes.
 */
export function replanned(
  deviceId: number,
  wanted: readonly Pick<Wanted, 'poller' | 'intervalSec'>[],
  due: Due,
  now: number,
): Due | null {
  const next = Object.fromEntries(
    wanted.map(({ poller: { key }, intervalSec }) => {
      const known = due[key]
      const keep = known !== undefined && known <= now + intervalSec * 1000
      return [key, keep ? known : nextDue(deviceId, intervalSec, now)]
    }),
  )
  const keys = Object.keys(next)
  const same = keys.length === Object.keys(due).length && keys.every(key => due[key] === next[key])
  return same ? null : next
}

/** The earliest of what is due; null: nothing is. */
export const earliest = (due: Due): number | null => {
  const times = Object.values(due)
  return times.length ? Math.min(...times) : null
}
