import { LRUCache } from 'lru-cache'
import type { PgBoss } from 'pg-boss'
import { fail } from '../errors.ts'

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const weekdays = 'sun|mon|tue|wed|thu|fri|sat'

/** The five fields of a cron expression: name, maximum, names beside numbers. */
const fields = [
  { name: 'minute', max: 59, names: null },
  { name: 'hour', max: 23, names: null },
  { name: 'day of month', max: 31, names: null },
  { name: 'month', max: 12, names: months },
  { name: 'day of week', max: 7, names: weekdays },
] as const

/**
 * pg-boss accepts more: seconds, `@daily`, `L`, `#`, and `H`, which means a different time in every process.
 */
function wrongField(text: string, { name, max, names }: (typeof fields)[number]): string | null {
  const value = names ? `(?:\\d{1,2}|${names})` : '\\d{1,2}'
  const item = new RegExp(`^(?:${value}|(?:\\*|${value}-${value})(?:/(\\d{1,2}))?)$`, 'i')
  for (const part of text.split(',')) {
    const found = item.exec(part)
    if (!found)
      return `${name} "${part}" is not one of *, a number, a range a-b, or one of the latter with a step /n`
    if (found[1] !== undefined && (Number(found[1]) < 1 || Number(found[1]) > max))
      return `${name} has a step of ${found[1]}: 1 to ${max}`
  }
  return null
}

/**
 * Reads cron expressions with the code of the queue that finds what is due. All times are UTC, so daylight
 * saving time moves no run.
 */
export interface CronReader {
  /** The expression with single spaces. @throws ApiError JOB_CRON_WRONG naming `path` */
  check(text: string, path?: string): string
  /** Why it cannot be used. Null if it can. */
  fault(text: string): string | null
  /** The next times of a correct expression, strictly after `from`. */
  next(cron: string, from: Date, count?: number): Date[]
}

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ')

export function cronReader(boss: Pick<PgBoss, 'previewSchedule'>): CronReader {
  const next = (cron: string, from: Date, count = 3) => boss.previewSchedule(cron, { tz: 'UTC', from, count })
  const judge = (text: string): string | null => {
    const given = text.split(' ')
    if (given.length !== fields.length)
      return `it has ${given.length} fields, not the five minute, hour, day of month, month, day of week`
    for (const [at, field] of fields.entries()) {
      const bad = wrongField(given[at]!, field)
      if (bad) return bad
    }
    try {
      return next(text, new Date(), 1).length > 0 ? null : 'it never comes due'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  // All jobs are looked at whenever a component is switched.
  const judged = new LRUCache<string, { fault: string | null }>({ max: 1_000 })
  const wrong = (text: string): string | null => {
    const known = judged.get(text)
    if (known) return known.fault
    const fault = judge(text)
    judged.set(text, { fault })
    return fault
  }
  return {
    next,
    fault: text => wrong(tidy(text)),
    check(text, path = 'cron') {
      const cron = tidy(text)
      const what = wrong(cron)
      if (what) throw fail('JOB_CRON_WRONG', { cron, what }, [{ path, message: what }])
      return cron
    },
  }
}
