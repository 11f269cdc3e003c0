/** First come, first served; who gives up (its signal fires) leaves the line at once. */
export interface WaitingLine {
  /** Resolves when `next` reaches it; rejects with the signal's reason. */
  join(signal: AbortSignal): Promise<void>
  /** Lets the first one go; false when nobody waits. */
  next(): boolean
  /** Sends everybody away. */
  reject(error: Error): void
  readonly length: number
}

export function createWaitingLine(): WaitingLine {
  const line = new Set<{ go(): void; leave(error: unknown): void }>()
  return {
    join: signal =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const done = () => {
          line.delete(waiter)
          signal.removeEventListener('abort', onAbort)
        }
        const waiter = {
          go: () => {
            done()
            resolve()
          },
          leave: (error: unknown) => {
            done()
            reject(error as Error)
          },
        }
        const onAbort = () => waiter.leave(signal.reason)
        signal.addEventListener('abort', onAbort)
        line.add(waiter)
      }),
    next() {
      for (const waiter of line) {
        waiter.go()
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
