import type { Caller } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import { traffic } from '../catalogue/index.ts'
import { fail } from '../errors.ts'
import type { Found } from '../series/store.ts'
import type { AnswerParts } from './answer.ts'
import type { PercentileAnswer, PercentileQuery } from './bodies.ts'
import { monthOf, periodOf } from './period.ts'

/** Billing counts in averages of five minutes. */
const step = 300
const bits = 8
/** Two months have fewer averages than a series may have points. */
const maxSec = 62 * 86_400

/** Nearest rank: the smallest value that is not below `percent` of all values. Null: there is none. */
export function percentileOf(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!
}

function boundsOf({ month, start, end }: PercentileQuery, now: Date): { start?: string; end?: string } {
  if (month !== undefined && (start !== undefined || end !== undefined))
    throw fail('METRICS_PERIOD', { what: 'name a month, or start and end' }, [
      { path: 'month', message: 'not together with start and end' },
    ])
  if (month === undefined && start !== undefined) return { start, ...(end === undefined ? {} : { end }) }
  const whole = monthOf(month ?? now.toISOString().slice(0, 7))
  const last = Math.min(whole.end, now.getTime() / 1000)
  return { start: String(whole.start), end: end ?? String(Math.max(last, whole.start + step)) }
}

const known = (line: Found | undefined): number[] =>
  line?.values.flatMap(value => (value === null ? [] : [value * bits])) ?? []

/**
 * The percentile of the traffic of an interface. Periods without an average do not count.
 * @throws INVENTORY_INTERFACE_UNKNOWN (404), METRICS_PERIOD, METRICS_STORE_*
 */
export async function answerPercentile(
  { ctx, store }: AnswerParts,
  query: PercentileQuery,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<Static<typeof PercentileAnswer>> {
  const { id, device } = await ctx.use('interfaces').named(query.interface_id, caller)
  const now = ctx.clock()
  const bounds = boundsOf(query, now)
  // The point of a begin belongs to the time before it.
  const whole = periodOf({ ...bounds, step }, { now, series: 2, stepFrom: (_, least) => least })
  if (whole.to - whole.from > maxSec)
    throw fail('METRICS_PERIOD', { what: 'a percentile is of 62 days at most' }, [
      { path: 'start', message: 'is too early' },
    ])
  const from = whole.from + step
  const asked = { family: traffic.id, slots: [0, 1], device: device.id, interfaces: [id] }
  const found = await store().read({ ...asked, from, to: whole.to, step, aggregate: 'avg' }, signal)
  const [receive, transmit] = [0, 1].map(slot => found.find(one => one.slot === slot))
  const percent = query.percentile ?? 95
  const expected = Math.max(0, Math.round((whole.to - whole.from) / step))
  const larger = Array.from({ length: expected }, (_, at) => {
    const both = [receive?.values[at], transmit?.values[at]].filter(value => typeof value === 'number')
    return both.length === 0 ? null : Math.max(...both) * bits
  }).filter(value => value !== null)
  return {
    interface_id: id,
    device_id: device.id,
    percentile: percent,
    start: whole.from,
    end: whole.to,
    step,
    unit: 'bit/s',
    receive: percentileOf(known(receive), percent),
    transmit: percentileOf(known(transmit), percent),
    larger: percentileOf(larger, percent),
    samples: larger.length,
    expected,
    method:
      'Nearest rank: the 5-minute averages are sorted, the highest ' +
      `${100 - percent} % are left out, and the highest of the rest is the answer. Gaps do not count`,
  }
}
