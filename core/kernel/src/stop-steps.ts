import type { Pino } from './log/index.ts'
import { withTimeLimit } from './time-limit.ts'

interface StopStep {
  what: string
  /** Longest time of this step, in ms. */
  ms: number
  run(): Promise<void> | void
}

/** What must be closed again, in the reverse order of its opening. */
export interface StopSteps {
  push(step: StopStep): void
  /** Runs all steps, last first. A failure of one step does not keep the others from running. */
  run(): Promise<void>
}

/** @param allMs longest time of all steps together; a step has at least 200 ms */
export function stopSteps(log: Pino, allMs: number): StopSteps {
  const steps: StopStep[] = []
  return {
    push: step => {
      steps.push(step)
    },
    async run() {
      const deadline = performance.now() + allMs
      for (const { what, ms, run } of steps.splice(0).toReversed()) {
        const start = performance.now()
        const limitMs = Math.min(ms, Math.max(200, deadline - start))
        await withTimeLimit(limitMs, what, Promise.resolve().then(run)).catch((error: unknown) =>
          log.error({ err: error }, `stop: ${what}`),
        )
        log.info({ step: what, ms: Math.round(performance.now() - start) }, `stop: ${what}`)
      }
    },
  }
}
