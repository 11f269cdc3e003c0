import type { Pino } from './log/index.ts'
import { within } from './within.ts'

interface Undo {
  what: string
  /** Longest time it may take. */
  ms: number
  run(): Promise<void> | void
}

/**
 * Remembers how to take back each step of the start, and does so, last first, within `allMs`: a failure or a
 * hang of one does not keep the others.
 */
export function unwinding(log: Pino, allMs: number): { push(undo: Undo): void; run(): Promise<void> } {
  const undos: Undo[] = []
  return {
    push: undo => {
      undos.push(undo)
    },
    async run() {
      const deadline = performance.now() + allMs
      for (const { what, ms, run } of undos.splice(0).toReversed()) {
        const start = performance.now()
        await within(Math.min(ms, Math.max(200, deadline - start)), what, Promise.resolve().then(run)).catch(
          (error: unknown) => log.error({ err: error }, `stop: ${what}`),
        )
        log.info({ step: what, ms: Math.round(performance.now() - start) }, `stop: ${what}`)
      }
    },
  }
}
