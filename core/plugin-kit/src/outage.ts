import { DeviceError } from '@linecard/driver-kit'
import { ApiError } from './errors.ts'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * The SQLSTATEs (Appendix A of the manual of PostgreSQL) that speak of the server or the connection, never of
 * the statement: 08 no connection, 25006 read-only (a standby, a failover), 28 and 3D000 nobody is let in, 53
 * no disk, memory or connection, 57000 and 57P0x operators stop it, 58 the system below it fails, F0 its
 * configuration. Not 53400 and 58P03, which a statement causes (its temporary files, its file name), nor XX,
 * which the same statement meets again.
 */
const unavailableStates = /^(08...|25006|28...|3D000|53[0-3]00|57000|57P0[1-5]|58(000|030|P01|P02)|F0...)$/

/**
 * Messages of `pg` and Kysely that have no code: a broken connection, a pool without a free one, the stop.
 */
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
]

/** Errors that wrap others are looked through so deep, because a chain of causes may be a circle. */
const maxDepth = 6

/**
 * Whether a failure means that the database is not available (refused, lost, shutting down, read-only, full,
 * pool exhausted), so that the same work may succeed later. The failure of a device never counts, although
 * its socket may have been refused too.
 */
export function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (error instanceof ApiError || error instanceof DeviceError || !(error instanceof Error)) return false
  if (depth > maxDepth) return false
  if (error instanceof AggregateError) return error.errors.some(one => isDatabaseOutage(one, depth + 1))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    networkCodes.has(code) ||
    unavailableStates.test(code) ||
    unavailableMessages.some(text => error.message.startsWith(text)) ||
    isDatabaseOutage(error.cause, depth + 1)
  )
}
