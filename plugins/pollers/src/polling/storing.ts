/**
 * Polls of one process that store at the same time. A worker has 6 connections, and what is stored but not
 * noted as done when it dies is polled again: notes must not wait behind hundreds of results.
 */
const mostAtOnce = 6

/** Has few polls store at once, in the order in which they asked. */
export type Storing = <T>(work: () => Promise<T>) => Promise<T>

export function createStoring(): Storing {
  let free = mostAtOnce
  const waiting: (() => void)[] = []
  return async work => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
