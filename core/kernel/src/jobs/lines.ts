import type { JobLine, Logger } from '@linecard/plugin-kit'
import { createLog } from '../log/index.ts'

/** What a report keeps of a run's log: the last lines, each cut. */
const MOST_LINES = 200
const LONGEST_LINE = 500

export interface Lines {
  /** What the job writes to: goes on to the service's log, and from `info` upwards into the report. */
  readonly log: Logger
  lines(): JobLine[]
  /** Earlier lines that had to give way. */
  dropped(): number
  /** Lines so far, dropped ones too: tells whether something came. */
  count(): number
}

/**
 * One line of text. PostgreSQL stores neither NUL nor half a surrogate pair, and control characters have no
 * business in a report.
 */
const plain = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, LONGEST_LINE)
    .toWellFormed()

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  // Stacks stand in the service's log.
  if (value !== null && typeof value === 'object' && 'stack' in value && 'message' in value)
    return String(value.message)
  return JSON.stringify(value) ?? ''
}

/** Collects what a run logs, redacted as the service's log is, and marks it there with `fields`. */
export function linesOf(log: Logger, fields: object): Lines {
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
    if (kept.length > MOST_LINES) kept.shift()
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
