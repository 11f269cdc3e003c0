import { withDevices, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager, type RawBuilder } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { StatusView } from '../schemas.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { workerRows } from './sites.ts'

/** Periods of availability, in days. */
const periods = { day: 1, week: 7, month: 30 } as const
type Period = keyof typeof periods

interface Observed {
  /** Seconds at which the device was known to be up, and to be down. The rest is unknown. */
  up_sec: number
  down_sec: number
}

const seconds = (multirange: RawBuilder<unknown>) => sql`
  coalesce((select sum(extract(epoch from upper(r) - lower(r)))::float8 from unnest(${multirange}) r), 0)`

/**
 * Seconds up and down of one device in the last 1, 7 and 30 days as a JSON object, for a query with the row
 * `p` of `pinger_device`. What lies in no run of the pinger, before the first verdict, or between two
 * verdicts where nothing was known, counts neither way.
 *
 * `cross join lateral (…) a` after `runs` of `watchedRuns`, then select `a.observed`.
 */
const observedOf = (now: Date) => {
  const period = (days: number) => sql`tstzmultirange(tstzrange(
    greatest(${now}::timestamptz - make_interval(days => ${days}), p.observed_from), ${now}::timestamptz))`
  const pair = (days: number) => sql`json_build_object(
    'up_sec', ${seconds(sql`(k.known - k.down) * ${period(days)}`)},
    'down_sec', ${seconds(sql`k.known * k.down * ${period(days)}`)})`
  const month = sql`${now}::timestamptz - interval '30 days'`
  return sql`lateral (
    select json_build_object(
      'day', ${pair(periods.day)}, 'week', ${pair(periods.week)}, 'month', ${pair(periods.month)}) as observed
    from (
      select
        coalesce(runs.watched, '{}'::tstzmultirange) - coalesce((
          select range_agg(tstzrange(b.from_at, b.until_at)) from pinger_blind b
          where b.device_id = p.device_id and (b.until_at is null or b.until_at > ${month})
        ), '{}'::tstzmultirange) as known,
        coalesce((
          select range_agg(tstzrange(o.down_at, o.up_at)) from pinger_outage o
          where o.device_id = p.device_id and (o.up_at is null or o.up_at > ${month})
        ), '{}'::tstzmultirange) as down
    ) k where p.observed_from < ${now}::timestamptz
  ) a`
}

/** The times of the last 30 days at which a process of each group of workers watched. */
const watchedRuns = (now: Date) => sql`(
  select worker, range_agg(tstzrange(from_at, until_at)) as watched
  from pinger_run where until_at > ${now}::timestamptz - interval '30 days' and until_at > from_at
  group by worker
) runs`

/** Percent of the known time at which a device was up, with 4 decimals; null: nothing is known. */
function percentOf({ up_sec, down_sec }: Observed): number | null {
  const known = up_sec + down_sec
  if (known <= 0) return null
  const percent = (100 * up_sec) / known
  // A short outage must not vanish by rounding.
  return down_sec > 0 ? Math.min(99.9999, Math.round(percent * 1e4) / 1e4) : 100
}

/** Without a sign of the process that watches for so long, nothing is known of any device. */
const watchedFor = sql`interval '60 seconds'`

/** The groups of workers of which a process watches now. */
const watchers = sql<{ worker: string }>`(
  select worker from pinger_lease where holder is not null and heard_at > clock_timestamp() - ${watchedFor})`

/** Whether a process watches the device of a row of `watchedDevices`. */
export const watching = sql<boolean>`(l.worker is not null)`

const lossRatio = sql<number | null>`p.lost::float8 / nullif(p.sent, 0)`

/** Loss from which a device is marked. */
export const lossy = (percent: number) =>
  sql<boolean | null>`${lossRatio} * 100 >= ${percent}::float8 and p.lost > 0`

/** Devices `d` that the caller sees, with what is known of them as `p`; `s.status` is what is shown. */
export const watchedDevices = (ctx: Pick<Context, 'find' | 'use'>, em: SqlEntityManager, caller: Caller) =>
  tables(em)
    .selectFrom(visibleDevices(em, caller).as('d'))
    .leftJoin('pinger_device as p', 'p.device_id', 'd.id')
    .leftJoin(workerRows(ctx).as('g'), 'g.group_id', 'd.group_id')
    .leftJoin(watchers.as('l'), join => join.on(sql<boolean>`l.worker = coalesce(g.worker, '')`))
    .innerJoinLateral(
      sql<{ status: 'Up' | 'Down' | 'Unknown'; seen: boolean }>`(
        select case when d.enabled and ${watching} then coalesce(p.status, 'Unknown')
          else 'Unknown' end as status
      )`.as('s'),
      join => join.onTrue(),
    )

const round = (value: number | null, digits: number) =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits

/** What is known of the devices that the caller sees. */
export const statusRows = (ctx: Context<Config>, em: SqlEntityManager, caller: Caller) =>
  watchedDevices(ctx, em, caller)
    .select(['d.id as device_id', 'd.group_id', 'd.name', 'd.ip', 'd.enabled', 's.status'])
    .select(['p.since', 'p.method', 'p.port', 'p.problem', 'p.sent', 'p.lost', 'p.blind_at'])
    .select(['p.rtt_min', 'p.rtt_avg', 'p.rtt_max', 'p.measured_at'])
    .select([sql<string>`coalesce(g.worker, '')`.as('worker'), watching.as('watching')])
    .select([lossy(ctx.config.loss_percent).as('packet_loss'), lossRatio.as('loss')])

/** Rows as they are shown, with their availability. */
export async function statusViews(ctx: Context<Config>, caller: Caller, rows: readonly Row[]) {
  const now = ctx.clock()
  const observed = await observedBy(ctx.em(), rows, now)
  return withDevices(
    ctx,
    caller,
    rows.map(row => viewOf(row, observed.get(row.device_id), now)),
  )
}

/** Seconds up and down of devices. */
async function observedBy(
  em: SqlEntityManager,
  rows: readonly { device_id: number; worker: string }[],
  now: Date,
): Promise<Map<number, Record<Period, Observed>>> {
  const { rows: found } = await sql<{ device_id: number; observed: Record<Period, Observed> }>`
    select p.device_id, a.observed
    from unnest(
      ${rows.map(row => row.device_id)}::int[], ${rows.map(row => row.worker)}::text[]) as t (id, worker)
    join pinger_device p on p.device_id = t.id
    left join ${watchedRuns(now)} on runs.worker = t.worker
    cross join ${observedOf(now)}`.execute(tables(em))
  return new Map(found.map(row => [row.device_id, row.observed]))
}

interface Row {
  device_id: number
  worker: string
  enabled: boolean
  watching: boolean
  status: StatusView['status']
  since: Date | null
  blind_at: Date | null
  method: StatusView['method']
  port: number | null
  problem: 'address_refused' | 'no_route' | null
  packet_loss: boolean | null
  loss: number | null
  sent: number | null
  lost: number | null
  rtt_min: number | null
  rtt_avg: number | null
  rtt_max: number | null
  measured_at: Date | null
}

function reasonOf({ status, enabled, watching: watched, problem }: Row): StatusView['reason'] {
  if (status !== 'Unknown') return null
  if (!enabled) return 'disabled'
  return watched ? (problem ?? 'no_answer_yet') : 'not_watched'
}

const nothing: Observed = { up_sec: 0, down_sec: 0 }

function viewOf(row: Row, observed: Record<Period, Observed> | undefined, now: Date) {
  const { device_id, status, port, method, sent, lost, loss, measured_at } = row
  // Of a status that is only shown as unknown, nobody knows since when it is.
  const since = status !== 'Unknown' ? row.since : row.enabled && row.watching ? row.blind_at : null
  const available = (period: Period) => {
    const { up_sec, down_sec } = observed?.[period] ?? nothing
    const unknown = Math.max(0, periods[period] * 86_400 - up_sec - down_sec)
    return {
      percent: percentOf({ up_sec, down_sec }),
      up_sec: round(up_sec, 3)!,
      down_sec: round(down_sec, 3)!,
      unknown_sec: round(unknown, 3)!,
    }
  }
  return {
    device_id,
    device: { id: device_id },
    status,
    reason: reasonOf(row),
    since,
    duration_sec: since && round(Math.max(0, now.getTime() - since.getTime()) / 1000, 3),
    method,
    port,
    packet_loss: row.packet_loss,
    sent,
    lost,
    loss_percent: loss === null ? null : round(loss * 100, 4),
    rtt_min: round(row.rtt_min, 3),
    rtt_avg: round(row.rtt_avg, 3),
    rtt_max: round(row.rtt_max, 3),
    measured_at,
    availability: { day: available('day'), week: available('week'), month: available('month') },
  }
}
