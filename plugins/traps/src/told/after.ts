import { lookSoon, pollNow, type Context } from '@linecard/plugin-kit'
import { eventNames } from './event-names.ts'
import type { Told } from './told.ts'

/** A device that says again and again that it has restarted is polled at once only so often, ms. */
const pollMs = 60_000

/** What others must know of stored notifications: a restart is a poll at once, news of its parts an event. */
export function createAfter({ events }: Pick<Context, 'events'>): (told: readonly Told[]) => void {
  const polledAt = new Map<number, number>()
  const isNew = (id: number) => {
    const now = performance.now()
    if (now - (polledAt.get(id) ?? -Infinity) < pollMs) return false
    polledAt.set(id, now)
    return true
  }
  return told => {
    const devicesOf = (fits: (one: Told) => boolean) => [
      ...new Set(told.flatMap(one => (one.device && fits(one) ? [one.device.id] : []))),
    ]
    const restarted = devicesOf(({ meaning }) => meaning?.kind === 'restart').filter(isNew)
    if (restarted.length > 0) events.emit(pollNow, { device_ids: restarted })
    const changed = devicesOf(({ meaning }) => meaning !== null && eventNames.has(meaning.kind))
    if (changed.length > 0) events.emit(lookSoon, { device_ids: changed, names: [...eventNames.values()] })
  }
}
