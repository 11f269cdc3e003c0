import { StartError } from '../start-error.ts'

export { isDatabaseOutage as isUnavailable } from '@linecard/plugin-kit'

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/** The errors of a chain of causes, outermost first. At most six, because a chain may be a circle. */
export function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  let current = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth++) {
    yield current
    current = current.cause
  }
}

/** SQLSTATE of a server that takes no changes: a standby, or `default_transaction_read_only`. */
const readOnlyState = '25006'
/** SQLSTATE of a server whose disk is full. */
const diskFullState = '53100'

/** What keeps the server from storing anything, by a failure that it answered. Null: something else. */
export function refusalOf(error: unknown): 'Read-only' | 'Full' | null {
  const codes = new Set([...causesOf(error)].map(({ code }) => code))
  if (codes.has(readOnlyState)) return 'Read-only'
  return codes.has(diskFullState) ? 'Full' : null
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
  // A / in the password ends the host for every reader of URLs: what follows would be shown as the database.
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.pathname.includes('@'))
    throw new StartError(
      'DATABASE_URL is not of the form postgres://user:password@host:port/database ' +
        '(signs such as / @ : # in the password are written %2F %40 %3A %23)',
    )
  return `${parsed.hostname || 'localhost'}:${parsed.port || 5432}${parsed.pathname}`
}

const unknownCa = 'its certificate is not signed by a known CA: set sslrootcert to the file of the right one'
const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL or correct DATABASE_URL',
  ENOTFOUND: 'the host name is unknown: correct DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  '28P01': 'user or password is wrong: correct DATABASE_URL',
  '3D000': 'the database does not exist: create it or correct DATABASE_URL',
  '53300': 'it has no free connection: raise max_connections',
  '28000': 'its pg_hba.conf does not let this address, user or kind of connection in: mend that file',
  SELF_SIGNED_CERT_IN_CHAIN: unknownCa,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownCa,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownCa,
  CERT_SIGNATURE_FAILURE: unknownCa,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: correct the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host: use a name or address that it has',
}
/** Of the messages of `pg` that have no code. */
const adviceByMessage: Record<string, string> = {
  'The server does not support SSL connections':
    'it does not offer TLS: set ssl = on in its postgresql.conf, or take sslmode out of the URL',
}

/** One line that names host, port and what to do, but not the password. */
export function unreachable(url: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const code = first instanceof Error ? codeOf(first) : ''
  const said = first instanceof Error ? (first.message.split('\n')[0] ?? '') : String(first)
  const told = advice[code] ?? adviceByMessage[said] ?? said
  return new StartError(
    `cannot use PostgreSQL at ${databasePlaceOf(url)}: ${told}${code ? ` (${code})` : ''}`,
    { cause: first },
  )
}
