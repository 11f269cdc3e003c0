import { LRUCache } from 'lru-cache'

/**
 * The `most` values that were used last. A cache with `max` would hold the memory of all of them from the
 * start: 35 ms of CPU and 0.9 MB for 100,000.
 */
export const mostRecent = <V extends {}>(most: number): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 })
