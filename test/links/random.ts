/** Draws numbers; the same from the same seed (mulberry32). */
export interface Dice {
  /** 0 ≤ n < 1. */
  next(): number
  /** With this probability. */
  chance(share: number): boolean
  /** A whole number, both included. */
  between(low: number, high: number): number
  pick<T>(values: readonly T[]): T
}

export function dice(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let n = state
    n = Math.imul(n ^ (n >>> 15), n | 1)
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61)
    return ((n ^ (n >>> 14)) >>> 0) / 0x100000000
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: share => next() < share,
    pick: values => values[between(0, values.length - 1)]!,
  }
}
