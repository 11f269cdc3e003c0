/** Random numbers 0 ≤ n < 1 from a seed (mulberry32). The same seed gives the same numbers. */
export function random(seed: string | number): () => number {
  let state = typeof seed === 'number' ? seed >>> 0 : hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let n = state
    n = Math.imul(n ^ (n >>> 15), n | 1)
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61)
    return ((n ^ (n >>> 14)) >>> 0) / 0x100000000
  }
}

/** 32-bit FNV-1a of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value
}

/** A whole number from `low` to `high`, both included. */
export const between = (next: () => number, low: number, high: number): number =>
  low + Math.floor(next() * (high - low + 1))

export const pick = <T>(next: () => number, values: readonly T[]): T =>
  values[Math.floor(next() * values.length)]!
