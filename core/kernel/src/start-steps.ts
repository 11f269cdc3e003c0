import type { Pino } from './log/index.ts'

/** Runs one step of the start and logs its time. */
export type StartStep = <T>(what: string, work: () => Promise<T> | T) => Promise<T>

/** `told` gets the steps that the log does not show: a person waits for them too. */
export const startSteps =
  (log: Pino, told: (what: string, ms: number) => void = () => {}): StartStep =>
  async (what, work) => {
    const start = performance.now()
    const result = await work()
    const ms = Math.round(performance.now() - start)
    if (log.isLevelEnabled('info')) log.info({ step: what, ms }, `start: ${what}`)
    else told(what, ms)
    return result
  }
