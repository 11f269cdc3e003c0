/** The consoles whose text waits use at most this share of the event loop, all together. */
const share = 0.1

/**
 * Lets many consoles work off their text, one small step after the other, so that nothing else waits for
 * them.
 */
export interface Turns {
  /** Calls `step` in turn with the others until it gives false. */
  take(step: () => boolean): void
}

export function createTurns(): Turns {
  const waiting: (() => boolean)[] = []
  let running = false
  const next = () => {
    const step = waiting.shift()
    if (!step) {
      running = false
      return
    }
    const started = performance.now()
    if (step()) waiting.push(step)
    // What the step has woken belongs to its time.
    setImmediate(() => setTimeout(next, (performance.now() - started) * (1 / share - 1)))
  }
  return {
    take(step) {
      waiting.push(step)
      if (running) return
      running = true
      setImmediate(next)
    },
  }
}
