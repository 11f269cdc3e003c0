import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { ChartQuery } from '../bodies.ts'
import { fail } from '../errors.ts'
import type { ChartView } from '../schemas.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { steps } from './measures.ts'

/** Points of one answer at most, and of an answer whose step nobody asked for. */
const [mostPoints, standardPoints] = [11_000, 500]
const mostOutages = 1000

const dayMs = 86_400_000
const upTo = (value: number, step: number) => Math.ceil(value / step) * step

/** The stored step that is read, and the step of the points, in s. */
function stepOf(
  ctx: Context<Config>,
  query: ChartQuery,
  start: Date,
  end: Date,
): { base: number; step: number } {
  const lengthSec = (end.getTime() - start.getTime()) / 1000
  const hasFine = start.getTime() >= ctx.clock().getTime() - ctx.config.chart_fine_days * dayMs
  const base = hasFine ? steps.fine : steps.coarse
  const step = upTo(Math.max(query.step ?? lengthSec / standardPoints, base), base)
  const least = upTo(lengthSec / mostPoints, base)
  if (step < least)
    throw fail('PINGER_STEP_FINE', { step, most: mostPoints, least }, [
      { path: 'step', message: 'is too fine' },
    ])
  return { base, step }
}

/** Loss and round trip of a device over time. The caller must be known to see it. */
export async function chartOf(ctx: Context<Config>, deviceId: number, query: ChartQuery): Promise<ChartView> {
  const end = query.end === undefined ? ctx.clock() : new Date(query.end)
  const start = query.start === undefined ? new Date(end.getTime() - dayMs) : new Date(query.start)
  if (!(start < end))
    throw fail(
      'PINGER_PERIOD_WRONG',
      { start: query.start ?? String(start), end: query.end ?? String(end) },
      [{ path: 'start', message: 'is not before the end' }],
    )
  const { base, step } = stepOf(ctx, query, start, end)
  const db = tables(ctx.em())
  const bin = sql<Date>`to_timestamp(floor(extract(epoch from time) / ${step}) * ${step})`
  const [points, outages] = await Promise.all([
    db
      .selectFrom('pinger_sample')
      .select([
        bin.as('time'),
        sql<number>`sum(sent)::int`.as('sent'),
        sql<number>`sum(lost)::int`.as('lost'),
      ])
      .select([
        sql<number>`round(100 * sum(lost)::numeric / sum(sent), 4)::float8`.as('loss_percent'),
        sql<number | null>`round(min(rtt_min)::numeric, 3)::float8`.as('rtt_min'),
        sql<number | null>`round((sum(rtt_sum) / nullif(sum(sent - lost), 0))::numeric, 3)::float8`.as(
          'rtt_avg',
        ),
        sql<number | null>`round(max(rtt_max)::numeric, 3)::float8`.as('rtt_max'),
      ])
      .where('device_id', '=', deviceId)
      .where('step_sec', '=', base)
      .where(sql<boolean>`time + make_interval(secs => ${base}) > ${start}::timestamptz`)
      .where('time', '<', end)
      .groupBy(sql`1`)
      .orderBy(sql`1`)
      .limit(mostPoints + 1)
      .execute(),
    db
      .selectFrom('pinger_outage')
      .select(['down_at as down', 'up_at as up'])
      .where('device_id', '=', deviceId)
      .where('down_at', '<', end)
      .where(sql<boolean>`coalesce(up_at, 'infinity') > ${start}::timestamptz`)
      .orderBy('down_at', 'desc')
      .limit(mostOutages)
      .execute(),
  ])
  return {
    device_id: deviceId,
    start,
    end,
    step_sec: step,
    unit: 'ms',
    points,
    outages: outages.toReversed(),
  }
}
