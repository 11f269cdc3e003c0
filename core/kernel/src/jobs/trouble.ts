import type { Logger } from '@linecard/plugin-kit'
import { isUnavailable } from '../database/errors.ts'

const QUIET_MS = 30_000

/**
 * Logs what the queue reports. While the database is away every worker reports it every few seconds: that is
 * said once in 30 s.
 */
export function troubleLog(log: Logger): (error: unknown) => void {
  let saidAt = -Infinity
  return error => {
    // pg-boss also reports plain objects with the fields of an error.
    const failure = error instanceof Error ? error : Object.assign(new Error('job queue'), error)
    if (!isUnavailable(failure)) return log.error({ err: failure }, 'job queue')
    if (Date.now() - saidAt < QUIET_MS) return
    saidAt = Date.now()
    log.warn({ err: failure }, 'jobs wait for the database')
  }
}
