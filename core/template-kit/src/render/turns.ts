import { ApiError } from '@linecard/plugin-kit'

/** Lets so many work at once, and so many wait. */
export interface Turns {
  /** @throws ApiError TEMPLATE_BUSY if too many wait; the reason of the signal if it is aborted */
  take(signal?: AbortSignal): Promise<void>
  give(): void
}

export function createTurns({ threads, waiting }: { threads: number; waiting: number }): Turns {
  let working = 0
  const queue = new Set<() => void>()
  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (working < threads) {
        working++
        return
      }
      if (queue.size >= waiting)
        throw new ApiError(
          'UNAVAILABLE',
          'TEMPLATE_BUSY',
          `${waiting} templates wait to be rendered. Try again in a second.`,
          { retryAfterSec: 1 },
        )
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => {
        queue.delete(resolve)
        reject(signal!.reason)
      }
      queue.add(resolve)
      signal?.addEventListener('abort', leave, { once: true })
      await promise.finally(() => signal?.removeEventListener('abort', leave))
    },
    give() {
      const [next] = queue
      if (!next) {
        working--
        return
      }
      queue.delete(next)
      next()
    },
  }
}
