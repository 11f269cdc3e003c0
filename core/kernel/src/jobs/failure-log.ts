import type { Logger } from '@linecard/plugin-kit'
import { isUnavailable } from '../database/errors.ts'

const quietMs = 30_000

/**
 * Logs failures of the queue. While the database is away every worker reports it every few seconds; then
 * there is one line in 30 s.
 */
export function failureLog(log: Logger): (error: unknown) => void {
  let loggedAt = -Infinity
  return error => {
    // pg-boss also reports plain objects with the fields of an error.
    const failure = error instanceof Error ? error : Object.assign(new Error('job queue'), error)
    if (!isUnavailable(failure)) return log.error({ err: failure }, 'job queue')
    if (Date.now() - loggedAt < quietMs) return
    loggedAt = Date.now()
    log.warn({ err: failure }, 'jobs wait for the database')
  }
}
