import { ApiError } from '@linecard/plugin-kit'

/** Lets so many work at once, and so many wait. Users take turns, so that one with many waits for himself. */
export interface FairQueue {
  /**
   * @param userId null: the service
   * @throws ApiError TEMPLATE_BUSY if too many wait; the reason of the signal if it is aborted
   */
  take(userId: number | null, signal?: AbortSignal): Promise<void>
  give(): void
}

/** One user may have so much of the waiting line. */
const share = 1 / 4

const busy = (waiting: number) =>
  new ApiError(
    'UNAVAILABLE',
    'TEMPLATE_BUSY',
    `${waiting} templates wait to be rendered. Try again in a second.`,
    { retryAfterSec: 1 },
  )

export function createFairQueue({ threads, waiting }: { threads: number; waiting: number }): FairQueue {
  let working = 0
  let length = 0
  /** Those who wait, by user; the first user is the next. */
  const lines = new Map<number | null, Set<() => void>>()

  const leave = (userId: number | null, one: () => void) => {
    const line = lines.get(userId)
    if (!line?.delete(one)) return
    length--
    if (line.size === 0) lines.delete(userId)
  }
  return {
    async take(userId, signal) {
      signal?.throwIfAborted()
      if (working < threads) {
        working++
        return
      }
      const line = lines.get(userId) ?? new Set()
      const most = userId === null ? waiting : Math.ceil(waiting * share)
      if (line.size >= most) throw busy(line.size)
      if (length >= waiting) throw busy(length)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onAbort = () => {
        leave(userId, resolve)
        reject(signal!.reason)
      }
      lines.set(userId, line.add(resolve))
      length++
      signal?.addEventListener('abort', onAbort, { once: true })
      await promise.finally(() => signal?.removeEventListener('abort', onAbort))
    },
    give() {
      const [first] = lines
      if (!first) {
        working--
        return
      }
      const [userId, line] = first
      const [next] = line as Set<() => void>
      leave(userId, next!)
      // Whoever has more to do is the last of all now.
      if (lines.delete(userId)) lines.set(userId, line)
      next!()
    },
  }
}
