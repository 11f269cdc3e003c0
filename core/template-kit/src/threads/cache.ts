/** The entries used last, at most so many, and of at most so much weight together. */
export interface Recent<V> {
  get(key: string): V | undefined
  set(key: string, value: V, weight: number): void
  clear(): void
}

export function createRecent<V>(most: { entries: number; weight: number }): Recent<V> {
  const entries = new Map<string, { value: V; weight: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      remove(key)
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (oldest === key || (entries.size <= most.entries && total <= most.weight)) break
        remove(oldest)
      }
    },
    clear() {
      entries.clear()
      total = 0
    },
  }
}
