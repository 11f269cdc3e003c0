import type { Pino } from './log/index.ts'

/** Runs one step of the start and logs its time. */
export type StartStep = <T>(what: string, work: () => Promise<T> | T) => Promise<T>

export const startSteps =
  (log: Pino): StartStep =>
  async (what, work) => {
    const start = performance.now()
    const result = await work()
    log.info({ step: what, ms: Math.round(performance.now() - start) }, `start: ${what}`)
    return result
  }
