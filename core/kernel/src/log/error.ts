import { DriverException } from '@mikro-orm/core'

/**
 * What an error says, without SQL: its values may be secrets. MikroORM puts the statement before the server's
 * own words.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof DriverException
    ? error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '')
    : error.message
}

/** An error as it stands in the log: without SQL, and without what a driver hung on it. */
export function logError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: messageOf(error) }
  const { code } = error as { code?: unknown }
  const frames = error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
    .map(line => line.trim())
  return {
    name: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames ? { stack: frames } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: logError(error.cause, depth + 1) } : {}),
  }
}
