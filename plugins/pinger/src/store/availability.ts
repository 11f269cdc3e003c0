import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'

/** Periods of availability, in days. */
export const periods = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof periods

export interface Observed {
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
export const observedOf = (now: Date) => {
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
export const watchedRuns = (now: Date) => sql`(
  select worker, range_agg(tstzrange(from_at, until_at)) as watched
  from pinger_run where until_at > ${now}::timestamptz - interval '30 days' and until_at > from_at
  group by worker
) runs`

/** Percent of the known time at which a device was up, with 4 decimals; null: nothing is known. */
export function percentOf({ up_sec, down_sec }: Observed): number | null {
  const known = up_sec + down_sec
  if (known <= 0) return null
  const percent = (100 * up_sec) / known
  // A short outage must not vanish by rounding.
  return down_sec > 0 ? Math.min(99.9999, Math.round(percent * 1e4) / 1e4) : 100
}
