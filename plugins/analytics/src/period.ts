import { fail } from './errors.ts'

const dayMs = 86_400_000
/** Longest period of a question. */
const mostDays = 400

export interface Period {
  from: Date
  to: Date
}

/**
 * The asked period; without a begin, `days` before its end.
 * @throws ANALYTICS_PERIOD (400)
 */
export function periodOf(
  { start, stop }: { start?: string; stop?: string },
  now: Date,
  { days = 1 }: { days?: number } = {},
): Period {
  const to = stop === undefined ? now : timeOf(stop, 'stop')
  const from = start === undefined ? new Date(to.getTime() - days * dayMs) : timeOf(start, 'start')
  const ms = to.getTime() - from.getTime()
  if (ms <= 0 || ms > mostDays * dayMs)
    throw fail('ANALYTICS_PERIOD', { what: `it must have 1 second to ${mostDays} days` }, [
      { path: 'start', message: `must be before the end, by ${mostDays} days at most` },
    ])
  return { from, to }
}

/** `Date` reads no leap seconds, which are times for the schema. */
function timeOf(text: string, path: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw fail('ANALYTICS_PERIOD', { what: `"${text}" is no time` }, [{ path, message: 'is no time' }])
  return time
}
