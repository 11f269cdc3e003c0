import { LRUCache } from 'lru-cache'

/** It takes longer to count so many rows than to read the page. */
const longTotal = 10_000
const rememberMs = 5_000
const maxTotals = 200

/** Counts what a question finds, once for a client that reads page after page. */
export type Totals = (question: unknown, count: () => Promise<number>) => Promise<number>

/** Remembers totals of long lists for a moment. Totals of short lists are counted each time. */
export function createTotals(now: () => number = Date.now): Totals {
  const known = new LRUCache<string, number>({
    max: maxTotals,
    ttl: rememberMs,
    ttlResolution: 0,
    perf: { now },
  })
  return async (question, count) => {
    const key = JSON.stringify(question)
    const found = known.get(key)
    if (found !== undefined) return found
    const total = await count()
    if (total >= longTotal) known.set(key, total)
    return total
  }
}
