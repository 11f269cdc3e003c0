/**
 * Makes something once for all who ask within `ms` after it was begun, by `clock`. What failed is made again.
 */
export function remembered<T>(make: () => Promise<T>, ms: number, clock: () => number): () => Promise<T> {
  let last: { since: number; made: Promise<T> } | null = null
  return () => {
    const now = clock()
    if (last && now - last.since < ms && now >= last.since) return last.made
    const made = make()
    const own = (last = { since: now, made })
    made.catch(() => {
      if (last === own) last = null
    })
    return made
  }
}
