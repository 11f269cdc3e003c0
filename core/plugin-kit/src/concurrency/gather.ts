import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseOutage } from '../outage.ts'

/** How `gather` writes. `most` is 100 by default. */
export interface GatherOptions<Row, Result> {
  /** Writes all rows in one statement, and gives the result of each in the same order. */
  write(rows: readonly Row[]): Promise<readonly Result[]>
  /**
   * Rows with the same key are written one after the other, in the order in which they came. Absent: any rows
   * may go together.
   */
  keyOf?(row: Row): string | number
  /** Rows of one statement at most. */
  most?: number
}

/** Writes one row together with others. It throws what `write` throws for it. */
export interface Gather<Row, Result> {
  (row: Row): Promise<Result>
  /** Rows that wait, and those that are being written. */
  size(): number
}

interface Waiting<Row, Result> {
  row: Row
  key: string | number | null
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes one statement of what many write at the same time: a row is written at once if nothing is being
 * written, and what comes meanwhile goes together afterwards. Nobody waits when there is little to do.
 * If PostgreSQL refuses a statement of several rows, each of them is written by itself.
 * Never in a transaction of the caller.
 */
export function gather<Row, Result>({
  write,
  keyOf,
  most = 100,
}: GatherOptions<Row, Result>): Gather<Row, Result> {
  type One = Waiting<Row, Result>
  // The rows of one caller must not end in the transaction of another one.
  const outside = AsyncLocalStorage.snapshot()
  let waiting: One[] = []
  let running = false
  let written = 0

  function next(): One[] {
    const keys = new Set<string | number>()
    const [batch, rest]: [One[], One[]] = [[], []]
    for (const one of waiting) {
      const fits = batch.length < most && (one.key === null || !keys.has(one.key))
      if (one.key !== null) keys.add(one.key)
      ;(fits ? batch : rest).push(one)
    }
    waiting = rest
    written = batch.length
    return batch
  }
  async function settle(batch: readonly One[]): Promise<void> {
    try {
      const results = await write(batch.map(({ row }) => row))
      for (const [position, { resolve }] of batch.entries()) resolve(results[position]!)
    } catch (error) {
      if (batch.length > 1 && !isDatabaseOutage(error)) for (const one of batch) await settle([one])
      else for (const { reject } of batch) reject(error)
    }
  }
  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) await settle(next())
    running = false
    written = 0
  }
  const put = (row: Row) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ row, key: keyOf?.(row) ?? null, resolve, reject })
      if (!running) void outside(run)
    })
  return Object.assign(put, { size: () => waiting.length + written })
}
