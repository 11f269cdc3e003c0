import type { Pino } from './log/index.ts'

/** Runs the steps of the start one after the other and logs the time of each. */
export function timeline(log: Pino) {
  return async <T>(step: string, work: () => Promise<T> | T): Promise<T> => {
    const start = performance.now()
    const result = await work()
    log.info({ step, ms: Math.round(performance.now() - start) }, `start: ${step}`)
    return result
  }
}
