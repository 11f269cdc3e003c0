/** Time for simulated devices, in ms since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** A clock for tests, which moves only by `advance`. */
export function fakeClock(startMs = Date.UTC(2026, 0, 15, 12)): Clock & { advance(ms: number): void } {
  let now = startMs
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}
