import { soon } from '@linecard/plugin-kit/concurrency'
import type { Row } from './row.ts'

/** Rows of one write at most. */
const batchRows = 10_000
/** Rows wait so long for others, ms. */
const lingerMs = 1_000
/** After a failure the next try is so much later, ms. */
const retryMs = 5_000

export interface BufferOptions {
  /** Rows that wait at most. */
  max(): number
  /** Writes all of them or none. */
  write(rows: readonly Row[]): Promise<void>
  /** The same rows may succeed later. */
  isAway(error: unknown): boolean
  onAway(error: unknown): void
  /** Rows that are lost, and why. */
  onLost(rows: number, why: 'full' | 'refused', error?: unknown): void
  onWritten(rows: readonly Row[]): void
}

export interface Buffer {
  add(rows: readonly Row[]): void
  /** Writes what waits now. It also ends when the store is away: then the rows stay. Never throws. */
  flush(): Promise<void>
  waiting(): number
  /** Writes what it can, once, and takes nothing more. */
  stop(): Promise<void>
}

/**
 * Rows wait here until they are written in batches. Nobody waits for the store: while it is away the oldest
 * rows are lost when there is no room.
 */
export function createBuffer(options: BufferOptions): Buffer {
  let rows: Row[] = []
  let inFlight = 0
  let stopped = false

  const shrink = (): void => {
    const excess = rows.length + inFlight - options.max()
    if (excess <= 0) return
    const lost = Math.min(excess, rows.length)
    rows = rows.slice(lost)
    options.onLost(lost, 'full')
  }

  /** Writes all that waits now; what comes meanwhile waits for others. False: the store is away. */
  async function drain(): Promise<boolean> {
    for (let left = rows.length; left > 0 && rows.length > 0;) {
      const batch = rows.splice(0, Math.min(left, batchRows))
      left -= batch.length
      inFlight = batch.length
      try {
        await options.write(batch)
        options.onWritten(batch)
      } catch (error) {
        if (!options.isAway(error)) {
          options.onLost(batch.length, 'refused', error)
          continue
        }
        options.onAway(error)
        rows = [...batch, ...rows]
        inFlight = 0
        shrink()
        return false
      } finally {
        inFlight = 0
      }
    }
    return true
  }

  const writing = soon(
    lingerMs,
    async () => {
      const done = await drain()
      if (!done) writing(retryMs)
      else if (rows.length > 0) writing()
    },
    error => options.onAway(error),
  )

  return {
    add(more) {
      if (stopped || more.length === 0) return
      for (const row of more) rows.push(row)
      shrink()
      writing()
    },
    flush: writing.now,
    waiting: () => rows.length + inFlight,
    async stop() {
      stopped = true
      await writing.now()
      await writing.stop()
    },
  }
}
