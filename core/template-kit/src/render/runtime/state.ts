import type { Why } from '../../base/refused.ts'
import { refused, type Refused } from '../../base/refused.ts'
import type { Site } from '../../base/site.ts'

/** What one render may use. */
export interface Budget {
  timeMs: number
  outputOctets: number
}

/** Shared with the main thread, which ends a worker that does not end by itself. */
export interface Clock {
  /** When the work began, ms since 1970; 0: not yet. */
  started: Float64Array
  /** Number of the site that runs. */
  site: Int32Array
}

export const clockOf = (shared: SharedArrayBuffer): Clock => ({
  started: new Float64Array(shared, 0, 1),
  site: new Int32Array(shared, 8, 1),
})
export const clockOctets = 16

/** The one render that a worker does at a time. */
export interface State {
  sites: readonly Site[]
  /** Variables of the top level, and what `set` wrote. */
  root: Record<string, unknown>
  /** Names of all variables, for hints. */
  names: readonly string[]
  budget: Budget
  clock: Clock
  deadline: number
  octets: number
  /** Blocks that include blocks. */
  included: number
  steps: number
}

let current: State | null = null

export const state = (): State => current!
export const setState = (next: State | null) => {
  current = next
}

/** The error of an author at a site. */
export function wrongAt(site: number, why: Why): Refused {
  return refused(state().sites[site]!, why)
}

const tooLong = (timeMs: number): Why => ({
  code: 'TIME_LIMIT',
  message: `rendering took longer than ${timeMs} ms`,
  hint: 'Loop over fewer items, and not over one list inside of another.',
})

/** Counts one step of a loop or a block. @throws Refused TIME_LIMIT */
export function step(site: number): void {
  const now = current!
  now.clock.site[0] = site
  if ((++now.steps & 63) !== 0 || performance.now() < now.deadline) return
  throw wrongAt(site, tooLong(now.budget.timeMs))
}

/** Counts output. A piece counts at least one octet, so that empty values end as well. @throws Refused */
export function spend(octets: number, site: number): void {
  const now = current!
  now.octets += Math.max(1, octets)
  if (now.octets <= now.budget.outputOctets) return
  throw wrongAt(site, {
    code: 'OUTPUT_LIMIT',
    message: `the template gives more than ${now.budget.outputOctets} octets`,
    hint: 'Loop over fewer items.',
  })
}
