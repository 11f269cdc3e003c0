import type { ConsoleBehaviour } from './behaviour.ts'

/** A connection, whatever carries it. Octets go and come without the commands of the carrier. */
export interface Wire {
  write(octets: Buffer): void
  onData(listener: (octets: Buffer) => void): void
  onClose(listener: () => void): void
  /** Ends it when all that was written has gone. */
  end(): void
  /** Breaks it at once. */
  destroy(): void
}

/** Sends octets as the behaviour of the moment says: at once, a few at a time, or each alone. In order, and bounded by what the writer waits for. */
export function sender(write: (octets: Buffer) => void, behaviour: () => ConsoleBehaviour) {
  const queue: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  let whenEmpty: (() => void) | undefined
  const step = (): void => {
    const { trickle, split } = behaviour()
    const octets = split ? 1 : trickle?.octets ?? Infinity
    const next = queue.shift()
    if (!next) {
      timer = undefined
      whenEmpty?.()
      return
    }
    write(octets < next.length ? next.subarray(0, octets) : next)
    if (octets < next.length) queue.unshift(next.subarray(octets))
    timer = setTimeout(step, trickle?.everyMs ?? 0)
  }
  return {
    send(octets: Buffer) {
      if (octets.length === 0) return
      const { trickle, split } = behaviour()
      if (!timer && !trickle && !split) return write(octets)
      queue.push(octets)
      timer ??= setTimeout(step, 0)
    },
    /** Once nothing waits any more. */
    drained(then: () => void) {
      if (timer) whenEmpty = then
      else then()
    },
    stop() {
      clearTimeout(timer)
      queue.length = 0
    },
  }
}
