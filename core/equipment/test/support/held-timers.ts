/**
 * Holds timers of just this length while `use` runs: they end when it calls `end`, not by the clock. For
 * deadlines that must come after something else, however slow the machine is. Choose a length that nothing
 * else has.
 */
export async function withHeldTimers<T>(ms: number, use: (end: () => void) => Promise<T>): Promise<T> {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const held = new Map<unknown, () => void>()
  const holding = (run: (...more: unknown[]) => void, after?: number, ...more: unknown[]) => {
    const timer = set(run, after, ...more)
    if (after === ms) held.set(timer, () => run(...more))
    return timer
  }
  globalThis.setTimeout = Object.assign(holding, set) as typeof setTimeout
  globalThis.clearTimeout = timer => {
    held.delete(timer)
    clear(timer)
  }
  try {
    return await use(() => {
      for (const [timer, run] of held) {
        globalThis.clearTimeout(timer as NodeJS.Timeout)
        run()
      }
    })
  } finally {
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
  }
}
