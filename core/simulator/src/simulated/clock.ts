/** Where simulated devices take the time from, in ms since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** A clock that moves only when told: for tests. */
export function fakeClock(startMs = Date.UTC(2026, 0, 15, 12)): Clock & { advance(ms: number): void } {
  let now = startMs
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}
