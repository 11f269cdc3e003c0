import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Tally } from '../judge/live.ts'

/** Echoes of one device. */
export interface Measured {
  deviceId: number
  tally: Tally
}

/** Steps of the samples, in s. */
export const steps = { fine: 300, coarse: 3600 }

/** Rows of one statement: a longer one would hold up the event loop. */
const chunk = 1000

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += chunk) yield rows.slice(at, at + chunk)
}

const answeredOf = ({ sent, lost }: Tally) => sent - lost
const orNull = (tally: Tally, value: number) => (answeredOf(tally) > 0 ? value : null)

/** Stores loss and round trip of the last minutes. */
export async function writeRecent(
  em: SqlEntityManager,
  measured: readonly Measured[],
  time: Date,
): Promise<void> {
  for (const rows of chunks(measured)) {
    const column = (of: (tally: Tally) => number | null) => rows.map(row => of(row.tally))
    await sql`
      update pinger_device p set sent = t.sent, lost = t.lost, rtt_min = t.min, rtt_avg = t.avg,
        rtt_max = t.max, measured_at = ${time}::timestamptz
      from unnest(
        ${rows.map(row => row.deviceId)}::int[],
        ${column(one => one.sent)}::int[], ${column(one => one.lost)}::int[],
        ${column(one => orNull(one, one.min))}::real[],
        ${column(one => orNull(one, one.sum / answeredOf(one)))}::real[],
        ${column(one => orNull(one, one.max))}::real[]
      ) as t (id, sent, lost, min, avg, max)
      where p.device_id = t.id`.execute(tables(em))
  }
}

/** Adds echoes to the samples of 5 minutes and of an hour in which `time` lies. */
export async function writeSamples(
  em: SqlEntityManager,
  measured: readonly Measured[],
  time: number,
): Promise<void> {
  for (const rows of chunks(measured)) {
    const column = (of: (tally: Tally) => number | null) => rows.map(row => of(row.tally))
    for (const step of [steps.fine, steps.coarse]) {
      const begin = new Date(Math.floor(time / (step * 1000)) * step * 1000)
      await sql`
        insert into pinger_sample as s (device_id, step_sec, time, sent, lost, rtt_min, rtt_sum, rtt_max)
        select t.id, ${step}::smallint, ${begin}::timestamptz, t.sent, t.lost, t.min, t.sum, t.max
        from unnest(
          ${rows.map(row => row.deviceId)}::int[],
          ${column(one => one.sent)}::int[], ${column(one => one.lost)}::int[],
          ${column(one => orNull(one, one.min))}::real[], ${column(one => one.sum)}::real[],
          ${column(one => orNull(one, one.max))}::real[]
        ) as t (id, sent, lost, min, sum, max)
        join pinger_device p on p.device_id = t.id
        on conflict (device_id, step_sec, time) do update set sent = s.sent + excluded.sent,
          lost = s.lost + excluded.lost, rtt_min = least(s.rtt_min, excluded.rtt_min),
          rtt_sum = s.rtt_sum + excluded.rtt_sum, rtt_max = greatest(s.rtt_max, excluded.rtt_max)`.execute(
        tables(em),
      )
    }
  }
}
