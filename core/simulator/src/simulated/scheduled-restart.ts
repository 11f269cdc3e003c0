import type { Clock } from './clock.ts'

/**
 * A restart at a moment of the device's clock. It needs no timer: it happens when somebody asks for the time.
 */
export interface ScheduledRestart {
  now(): number
  /** In ms since 1970; null: none is scheduled. */
  restartsAt(): number | null
  /** Null cancels it. `instead`: what the device does then instead of a restart. */
  scheduleRestart(afterMs: number | null, instead?: () => void): void
}

/** @param restart called with the moment for which it was scheduled */
export function createScheduledRestart(clock: Clock, restart: (atMs: number) => void): ScheduledRestart {
  let at: number | null = null
  let act = restart
  const now = () => {
    const time = clock.now()
    if (at !== null && time >= at) {
      const due = at
      at = null
      act(due)
    }
    return time
  }
  return {
    now,
    restartsAt() {
      now()
      return at
    },
    scheduleRestart(afterMs, instead = undefined) {
      act = instead ?? restart
      at = afterMs === null ? null : clock.now() + afterMs
    },
  }
}
