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
  /** After the stop has begun, as when a start is given up, the step runs at once. */
  push(step: StopStep): void
  /** Runs all steps, last first. A failure of one step does not keep the others from running. */
  run(): Promise<void>
}

/**
 * @param allMs longest time of all steps together; a step has at least 100 ms
 * @param onStep is told what is closed next
 */
export function stopSteps(log: Pino, allMs: number, onStep: (what: string) => void = () => {}): StopSteps {
  const steps: StopStep[] = []
  let deadline: number | null = null

  const end = async ({ what, ms, run }: StopStep) => {
    const start = performance.now()
    const limitMs = Math.min(ms, Math.max(100, deadline! - start))
    onStep(what)
    await withTimeLimit(limitMs, what, Promise.resolve().then(run)).catch((error: unknown) =>
      log.error({ err: error }, `stop: ${what}`),
    )
    log.info({ step: what, ms: Math.round(performance.now() - start) }, `stop: ${what}`)
  }
  return {
    push: step => {
      if (deadline === null) steps.push(step)
      else void end(step)
    },
    async run() {
      deadline = performance.now() + allMs
      for (const step of steps.splice(0).toReversed()) await end(step)
    },
  }
}
