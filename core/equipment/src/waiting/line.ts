/**
 * A waiting line: first come, first served. A waiter whose signal fires leaves the line at once.
 *
 * Not `p-queue` or `async-sema`: here one event (a long change, the end of a connection) rejects all waiters
 * with one error, and a waiter that is served holds its place as long as it likes.
 */
export interface WaitingLine {
  /** Resolves when `next` reaches this waiter. Rejects with the signal's reason. */
  join(signal: AbortSignal): Promise<void>
  /** Serves the first waiter. False if nobody waits. */
  next(): boolean
  /** Rejects all waiters with this error. */
  reject(error: Error): void
  readonly length: number
}

export function createWaitingLine(): WaitingLine {
  const line = new Set<{ serve(): void; leave(error: unknown): void }>()
  return {
    join: signal =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const remove = () => {
          line.delete(waiter)
          signal.removeEventListener('abort', onAbort)
        }
        const waiter = {
          serve: () => {
            remove()
            resolve()
          },
          leave: (error: unknown) => {
            remove()
            reject(error as Error)
          },
        }
        const onAbort = () => waiter.leave(signal.reason)
        signal.addEventListener('abort', onAbort)
        line.add(waiter)
      }),
    next() {
      for (const waiter of line) {
        waiter.serve()
        return true
      }
      return false
    },
    reject(error) {
      for (const waiter of line) waiter.leave(error)
    },
    get length() {
      return line.size
    },
  }
}
