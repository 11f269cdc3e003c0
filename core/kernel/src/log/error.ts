import { pathToFileURL } from 'node:url'
import { DriverException } from '@mikro-orm/core'

/**
 * The message of an error without its SQL, whose values may be secrets. MikroORM puts the statement before
 * the message of the server.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof DriverException
    ? error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '')
    : error.message
}

/**
 * Where in a package an error comes from: ` (src/index.js:3)`, with a blank before it; empty: its stack does
 * not tell. `folder`: of the package, without links.
 */
export function placeIn(folder: string | null, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const start = folder === null ? '' : `${pathToFileURL(folder).href}/`
  const at = start === '' ? -1 : stack.indexOf(start)
  const found = at < 0 ? null : /^([^\s)]+?):(\d+)/.exec(stack.slice(at + start.length))
  return found ? ` (${decodeURI(found[1]!)}:${found[2]})` : ''
}

/** An error for the log: without SQL and without the fields that a database driver added. */
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
