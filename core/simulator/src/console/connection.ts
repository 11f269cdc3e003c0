import type { ConsoleBehaviour } from './behaviour.ts'

/** A telnet or SSH connection. Octets are text; the commands of telnet and SSH are not among them. */
export interface ConsoleConnection {
  write(octets: Buffer): void
  onData(listener: (octets: Buffer) => void): void
  onClose(listener: () => void): void
  /** Closes it after everything written is sent. */
  end(): void
  /** Breaks it after everything written is sent. */
  destroy(): void
}

/**
 * Sends octets in order, in pieces as the behaviour says: all octets of one turn of the event loop together,
 * a few at a time, or each alone.
 */
export function createOctetSender(write: (octets: Buffer) => void, behaviour: () => ConsoleBehaviour) {
  let waiting: Buffer[] = []
  let next: { cancel(): void } | undefined
  let onSent: (() => void) | undefined
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
    if (all.length === 0) return onSent?.()
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
    /** Calls `then` once everything is sent. */
    whenSent(then: () => void) {
      if (next) onSent = then
      else then()
    },
    stop() {
      next?.cancel()
      waiting = []
    },
  }
}
