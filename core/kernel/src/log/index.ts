import { destination, pino, type DestinationStream, type Logger as Pino } from 'pino'
import { logError } from './error.ts'

export type { Pino }

/** Fields with secrets, in the first three levels of a log record. */
const secretFields = [
  'password',
  'secret',
  'token',
  'key',
  'auth_key',
  'x-auth-key',
  'authorization',
  'cookie',
  'set-cookie',
  'community',
  'writeCommunity',
  'write_community',
  'ro_community',
  'rw_community',
  'pin',
]
const field = (name: string) => (name.includes('-') ? `["${name}"]` : name)
const paths = secretFields.flatMap(name =>
  ['', '*', '*.*'].map(above => {
    const last = field(name)
    return above === '' ? last : last.startsWith('[') ? `${above}${last}` : `${above}.${last}`
  }),
)

/**
 * Replaces keys in addresses and passwords in database URLs, in whatever field of a record they are.
 */
export const scrub = (text: string): string =>
  text
    .replace(/((?:x|%78)-auth-key(?:=|%3d))[^&\s"'\\#]*/gi, '$1***')
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s"]+:)[^@\s"]+@/gi, '$1***@')

/** Writes JSON lines. A command logs to stderr, because its stdout is its answer. */
export function createLog(options: { level: string; to?: 'stdout' | 'stderr' | DestinationStream }): Pino {
  const to = options.to ?? 'stdout'
  const stream = typeof to === 'string' ? destination({ fd: to === 'stdout' ? 1 : 2, sync: true }) : to
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: error => logError(error) },
      redact: { paths, censor: '***' },
      hooks: { streamWrite: scrub },
    },
    stream,
  )
}
