import { AsyncLocalStorage } from 'node:async_hooks'
import { mutex } from './limit.ts'

/** A work that is done a while after it was asked for, once for all who asked. */
export interface Soon {
  /** Asks for it. `afterMs`: another pause than usual, unless somebody waits already. */
  (afterMs?: number): void
  /** Does it without the pause. Settles when a run has ended that began after this. Never rejects. */
  now(): Promise<void>
  /** Begins nothing more, and settles when what is under way has ended. Never rejects. */
  stop(): Promise<void>
}

/**
 * Does `work` so many ms after it was asked for. One run at a time: who asks during a run gets another one
 * after it, and all who ask before a run begins share it. It is no part of a transaction of who asks.
 */
export function soon(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): Soon {
  const outside = AsyncLocalStorage.snapshot()
  const turn = mutex()
  let timer: NodeJS.Timeout | undefined
  let next: Promise<void> | null = null
  let stopped = false

  const begin = async () => {
    next = null
    await work()
  }
  const now = () => {
    clearTimeout(timer)
    timer = undefined
    return (next ??= turn(() => outside(begin)).catch(failed))
  }
  const ask = (afterMs = ms) => {
    if (!stopped && !next) timer ??= setTimeout(now, afterMs).unref()
  }
  return Object.assign(ask, {
    now,
    async stop() {
      stopped = true
      clearTimeout(timer)
      timer = undefined
      await turn.idle()
    },
  })
}

/**
 * Does `work` again and again, `ms` after its end, or at once if it says that there is more. Returns the
 * function that ends this, and waits for what is under way.
 */
export function repeat(
  ms: number,
  work: () => Promise<boolean | void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const again: Soon = soon(
    ms,
    async () => {
      let more = false
      try {
        more = (await work()) === true
      } finally {
        again(more ? 0 : ms)
      }
    },
    failed,
  )
  again(0)
  return again.stop
}

/** Pauses between attempts: each is twice as long as the one before, up to the longest. */
export interface Pauses {
  /** The next pause, ms. */
  next(): number
  /** An attempt succeeded: the next pause is the shortest again. */
  reset(): void
}

/**
 * Makes pauses that double.
 *
 * @param firstMs the shortest pause
 * @param mostMs the longest
 */
export function doubling(firstMs: number, mostMs: number): Pauses {
  let ms = firstMs
  return {
    next() {
      const now = ms
      ms = Math.min(ms * 2, mostMs)
      return now
    },
    reset() {
      ms = firstMs
    },
  }
}
