import type { Base } from '../base.ts'
import { wantedOf, type Wanted } from '../plan/effective.ts'
import type { Claim } from './claim.ts'

/** What is due so soon is polled with what is due, in ms. */
const togetherMs = 2_000
/** A device that is down, and that nobody watches, is asked so often whether it is back, in ms. */
const downMs = 300_000

/** Whether a device is not asked because it is down. */
export const isLeftAlone = ({ ctx }: Base, { device, stored, runs }: Claim, now: number): boolean =>
  ctx.config.skip_down &&
  device.status === 'Down' &&
  runs.length === 0 &&
  (device.watched || now - (stored.polled_at?.getTime() ?? 0) < downMs)

/** What others are bound to comes first: ports that were renumbered are stored before their counters. */
const listFirst = (all: readonly Wanted[]): Wanted[] =>
  all.toSorted((a, b) => Number(b.poller.always ?? false) - Number(a.poller.always ?? false))

/** The pollers of a device that are due, and those that somebody asked for, which may be off. */
export function dueOf(
  base: Base,
  { stored, runs, device }: Claim,
  wanted: readonly Wanted[],
  now: number,
): Wanted[] {
  const due = wanted.filter(({ poller: { key } }) => (stored.due[key] ?? Infinity) <= now + togetherMs)
  const asked = new Set(runs.flatMap(run => run.pollers))
  if (asked.size === 0) return listFirst(due)
  // What a person asks for is asked in full, whatever the driver says.
  const on = wantedOf(
    { ...device, pollers: Object.fromEntries([...asked].map(key => [key, 60])) },
    base.plans(),
  ).filter(({ poller: { key } }) => asked.has(key))
  const keys = new Set(on.map(({ poller: { key } }) => key))
  return listFirst([...due.filter(({ poller: { key } }) => !keys.has(key)), ...on])
}
