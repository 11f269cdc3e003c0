import type { JobLine, Logger } from '@linecard/plugin-kit'
import { createLog } from '../log/index.ts'

/** A report has the last lines of a run's log, each cut to a length. */
const maxLines = 200
const maxLineLength = 500

export interface Lines {
  /** Writes to the service's log and, from level `info`, to the report. */
  readonly log: Logger
  lines(): JobLine[]
  /** Number of earlier lines that are no longer kept. */
  dropped(): number
  /** Number of all lines so far, dropped ones included. */
  count(): number
}

/**
 * One line of text without control characters. PostgreSQL stores neither NUL nor half a surrogate pair.
 */
const plain = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, maxLineLength)
    .toWellFormed()

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  // The stack is in the service's log.
  if (value !== null && typeof value === 'object' && 'stack' in value && 'message' in value)
    return String(value.message)
  return JSON.stringify(value) ?? ''
}

/** Collects what a run logs, with secrets removed, and adds `fields` to its lines in the service's log. */
export function createLines(log: Logger, fields: object): Lines {
  const kept: JobLine[] = []
  let count = 0
  const keep = (record: string) => {
    const { level, time, msg, ...rest } = JSON.parse(record) as {
      level: JobLine['level']
      time: string
      msg?: string
    }
    const more = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)
    kept.push({ time, level, message: plain([msg ?? '', ...more].join(' ')) })
    count++
    if (kept.length > maxLines) kept.shift()
  }
  const report = createLog({ level: 'info', to: { write: keep } })
  const at = (level: 'debug' | JobLine['level']) => (what: object | string, message?: string) => {
    const given = typeof what === 'string' ? {} : what
    const text = typeof what === 'string' ? what : message
    log[level]({ ...given, ...fields }, text)
    report[level](given, text)
  }
  return {
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    lines: () => kept,
    dropped: () => count - kept.length,
    count: () => count,
  }
}
