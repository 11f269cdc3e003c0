import { ApiError } from '@linecard/plugin-kit'
import { DeviceError } from '@linecard/driver-kit'
import { StartError } from '../start-error.ts'

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
 * SQLSTATE of a server that stops, starts or is full: class 08, too_many_connections, *_shutdown,
 * cannot_connect_now.
 */
const unavailableStates = /^(08...|53300|57P0[1235])$/

/** Messages of `pg` that have no code: a broken connection, a pool without a free connection. */
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
  'Cannot use a pool after calling end',
]

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Whether a failure means that the database is not available (refused, lost, shutting down, full, pool
 * exhausted), so that the client should try again: 503 with Retry-After. The failure of a device never
 * counts, although its socket may have been refused too.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof DeviceError || !(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  return (
    networkCodes.has(code) ||
    unavailableStates.test(code) ||
    unavailableMessages.some(text => error.message.startsWith(text))
  )
}

/** Failures of sockets to PostgreSQL. Their codes alone do not tell them from those of other sockets. */
const ownFailures = new WeakSet<object>()

/** Remembers that a failure came from a connection to PostgreSQL. */
export function markOwn(error: unknown): void {
  if (error instanceof Error) ownFailures.add(error)
}

/** Whether a failure came from a connection to PostgreSQL. */
export const isOwn = (error: Error): boolean => ownFailures.has(error)

/** Host, port and database of a URL, without user and password. */
export function databasePlaceOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw new StartError('DATABASE_URL is not of the form postgres://user:password@host:port/database')
  return `${parsed.hostname || 'localhost'}:${parsed.port || 5432}${parsed.pathname}`
}

const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL or correct DATABASE_URL',
  ENOTFOUND: 'the host name is unknown: correct DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  '28P01': 'user or password is wrong: correct DATABASE_URL',
  '3D000': 'the database does not exist: create it or correct DATABASE_URL',
  '53300': 'it has no free connection: raise max_connections',
}

/** One line that names host, port and what to do, but not the password. */
export function unreachable(url: string, error: unknown): StartError {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const code = first instanceof Error ? codeOf(first) : ''
  const said = first instanceof Error ? first.message.split('\n')[0] : String(first)
  return new StartError(
    `cannot use PostgreSQL at ${databasePlaceOf(url)}: ${advice[code] ?? said}${code ? ` (${code})` : ''}`,
    { cause: first },
  )
}
