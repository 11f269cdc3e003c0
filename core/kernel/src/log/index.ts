import { destination, pino, type DestinationStream, type Logger as Pino } from 'pino'
import { logError } from './error.ts'

export type { Pino }

/** Fields that hold secrets, wherever they stand in the first three levels of a log record. */
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
 * Keys that arrive in an address or in a database url are taken out by value, whatever record they got into.
 */
export const scrub = (text: string): string =>
  text
    .replace(/((?:x|%78)-auth-key(?:=|%3d))[^&\s"'\\#]*/gi, '$1***')
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s"]+:)[^@\s"]+@/gi, '$1***@')

/** JSON lines; to stdout for a service, to stderr for a command, whose stdout belongs to its answer. */
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
