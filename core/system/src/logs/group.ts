/** SQLSTATE classes 22 and 23: the row itself is wrong, so another attempt fails too. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/** Writes items together that wait at the same time. */
export interface Group<T, R> {
  /**
   * Resolves with the result of the item when its batch is committed. Rejects with the failure of its batch.
   */
  write(item: T): Promise<R>
  /** Items that wait, and those that are being written. */
  readonly size: number
}

/**
 * One batch is written at a time; what comes meanwhile is the next batch. Alone, an item is written at once.
 * If the database refuses a batch because of one item, its items are written one by one.
 */
export function createGroup<T, R>(
  writeBatch: (items: readonly T[]) => Promise<readonly R[]>,
  maxItems = 100,
): Group<T, R> {
  const waiting: Waiting<T, R>[] = []
  let written = 0

  async function writeAll(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await writeBatch(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]!)
    } catch (error) {
      if (batch.length > 1 && isRefused(error)) for (const one of batch) await writeAll([one])
      else for (const { reject } of batch) reject(error)
    }
  }
  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems)
      written = batch.length
      await writeAll(batch)
    }
    written = 0
  }

  return {
    write: item =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (written > 0) return
        written = 1
        void run()
      }),
    get size() {
      return waiting.length + written
    },
  }
}
