import { StartError } from '../start-error.ts'

export { isDatabaseOutage as isUnavailable } from '@linecard/plugin-kit'

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

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
