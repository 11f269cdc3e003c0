import { fail } from '../errors.ts'

/** Points of a series at most, as in Prometheus (`web/api/v1/api.go`). */
export const maxPoints = 11_000
/** Points of an answer at most. */
const maxTotal = 1_000_000
/** Without a step an answer has about so many points. */
const usualPoints = 500
/** Values are not read more often. */
const minStep = 10
const defaultSec = 86_400
const steps = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]

/** Seconds since 1970, from a number of seconds or a time of RFC 3339. */
function secondsOf(text: string, path: string): number {
  const seconds = /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : Date.parse(text) / 1000
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > 253_402_300_799)
    throw fail('METRICS_PERIOD', { what: `"${text}" is no time` }, [
      { path, message: 'seconds since 1970, or a time of RFC 3339' },
    ])
  return seconds
}

/** The next usual step, or whole days. */
const usual = (least: number): number =>
  steps.find(step => step >= least) ?? Math.ceil(least / 86_400) * 86_400

export interface AskedPeriod {
  start?: string
  end?: string
  step?: number
}

/** A period on the grid of its step. */
export interface Period {
  from: number
  to: number
  step: number
}

interface Bounds {
  now: Date
  /** Series of the answer, so that it stays below the number of points. */
  series: number
  /** The step that the store can answer. */
  stepFrom(from: number, step: number): number
}

/**
 * The period that is answered. The step becomes larger where the store has no finer values any more, or there
 * would be too many points.
 * @throws METRICS_PERIOD
 */
export function periodOf(asked: AskedPeriod, { now, series, stepFrom }: Bounds): Period {
  const end = asked.end === undefined ? now.getTime() / 1000 : secondsOf(asked.end, 'end')
  const start = asked.start === undefined ? Math.max(0, end - defaultSec) : secondsOf(asked.start, 'start')
  if (start >= end)
    throw fail('METRICS_PERIOD', { what: 'it ends before it begins' }, [
      { path: 'start', message: 'must be before the end' },
    ])
  const range = end - start
  const least = Math.max(minStep, range / (maxPoints - 1), (range * series) / maxTotal)
  const wanted = asked.step ?? usual(range / usualPoints)
  const step = stepFrom(start, wanted >= least ? Math.ceil(wanted) : usual(least))
  // A short period has its one point.
  const to = Math.floor(end / step) * step
  return { from: Math.min(Math.ceil(start / step) * step, to), to, step }
}

/** A calendar month in UTC as start and end. */
export function monthOf(month: string): { start: number; end: number } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { start: Date.UTC(year, number - 1, 1) / 1000, end: Date.UTC(year, number, 1) / 1000 }
}
