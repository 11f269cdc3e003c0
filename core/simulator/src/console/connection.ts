import type { ConsoleBehaviour } from './behaviour.ts'

/** A connection, whatever carries it. Octets go and come without the commands of the carrier. */
export interface ConsoleConnection {
  write(octets: Buffer): void
  onData(listener: (octets: Buffer) => void): void
  onClose(listener: () => void): void
  /** Ends it when all that was written has gone. */
  end(): void
  /** Breaks it, when all that was written has gone. */
  destroy(): void
}

/**
 * Sends octets as the behaviour of the moment says: what one turn of the loop writes in one piece, a few
 * octets at a time, or each alone. In order.
 */
export function sender(write: (octets: Buffer) => void, behaviour: () => ConsoleBehaviour) {
  let waiting: Buffer[] = []
  let next: { cancel(): void } | undefined
  let whenEmpty: (() => void) | undefined
  const later = (ms: number): { cancel(): void } => {
    if (ms > 0) {
      const timer = setTimeout(step, ms)
      return { cancel: () => clearTimeout(timer) }
    }
    const turn = setImmediate(step)
    return { cancel: () => clearImmediate(turn) }
  }
  function step(): void {
    next = undefined
    const all = Buffer.concat(waiting)
    waiting = []
    if (all.length === 0) return whenEmpty?.()
    const { trickle, split } = behaviour()
    const octets = split ? 1 : (trickle?.octets ?? all.length)
    if (octets < all.length) waiting = [all.subarray(octets)]
    write(all.subarray(0, octets))
    next = later(trickle?.everyMs ?? 0)
  }
  return {
    send(octets: Buffer) {
      if (octets.length === 0) return
      waiting.push(octets)
      next ??= later(0)
    },
    /** Once nothing waits any more. */
    drained(then: () => void) {
      if (next) whenEmpty = then
      else then()
    },
    stop() {
      next?.cancel()
      waiting = []
    },
  }
}
