/** A map that forgets what was not used for longest once it holds more than `limit` entries. */
export interface Lru<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  deleteWhere(test: (value: V) => boolean): void
  values(): Iterable<V>
  readonly size: number
}

export function createLru<V>(limit: number): Lru<V> {
  const entries = new Map<string, V>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > limit)
        for (const oldest of entries.keys()) {
          entries.delete(oldest)
          break
        }
    },
    deleteWhere(test) {
      for (const [key, value] of entries) if (test(value)) entries.delete(key)
    },
    values: () => entries.values(),
    get size() {
      return entries.size
    },
  }
}
