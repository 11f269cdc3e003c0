/** Totals from here on take longer to count than the page to read. */
const LONG = 10_000
const REMEMBERED_MS = 5_000
const MOST = 200

/** Counts what a question finds, once for whoever pages through it. */
export type Totals = (question: unknown, count: () => Promise<number>) => Promise<number>

/** Remembers totals of long lists for a moment; those of short ones are counted each time. */
export function createTotals(now: () => number = Date.now): Totals {
  const known = new Map<string, { total: number; until: number }>()
  return async (question, count) => {
    const key = JSON.stringify(question)
    const found = known.get(key)
    if (found && found.until > now()) return found.total
    known.delete(key)
    const total = await count()
    if (total < LONG) return total
    known.set(key, { total, until: now() + REMEMBERED_MS })
    const [oldest] = known.keys()
    if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    return total
  }
}
