import { visibleOnus } from '@linecard/inventory/read'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Days that a trend looks back, and the fewest that make one. */
const windowDays = 30
const leastDays = 4
/** What falls less than this, dB in 30 days, is not kept: it is noise of the measurement. */
const leastFall = 0.2

const onusOf = (em: SqlEntityManager, deviceId: number) => sql`
  select o.id from (${visibleOnus(em, { groupIds: null })}) o where o.device_id = ${deviceId}`

/**
 * The change of each direction in dB a month, of the ONUs of one device: the median of the slopes between
 * each day and the day half of the days later (Theil's abbreviated method, 1950). A quarter of the days may
 * be wrong without moving it, and it costs half as many slopes as there are days. Light of a day is its best:
 * a bent fibre for an hour is no trend. Today is left out, it has not ended.
 */
const slopes = (em: SqlEntityManager, deviceId: number, today: string) => sql`
  select interface_id, days, min(day) as first_day, max(day) as last_day,
    percentile_cont(0.5) within group (order by (rx_later - rx) / (later - day) * 30) as rx,
    percentile_cont(0.5) within group (order by (olt_rx_later - olt_rx) / (later - day) * 30) as olt_rx
  from (
    select *, lead(day, (days + 1) / 2) over w as later, lead(rx, (days + 1) / 2) over w as rx_later,
      lead(olt_rx, (days + 1) / 2) over w as olt_rx_later
    from (
      select d.interface_id, d.day, d.rx_max::float8 as rx, d.olt_rx_max::float8 as olt_rx,
        (count(*) over (partition by d.interface_id))::int as days
      from onu_history_day d
      where d.interface_id in (${onusOf(em, deviceId)})
        and d.day >= ${today}::date - ${windowDays}::int and d.day < ${today}::date
    ) d where days >= ${leastDays} window w as (partition by interface_id order by day)
  ) p group by interface_id, days`

/** Finds the ONUs of a device whose light falls. Returns how many. */
export async function findFalling(em: SqlEntityManager, deviceId: number, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  return em.transactional(async inner => {
    const db = tables(inner as SqlEntityManager)
    await sql`
      delete from onu_history_trend where interface_id in (${onusOf(em, deviceId)})`.execute(db)
    const { rows } = await sql`
      insert into onu_history_trend (interface_id, rx, olt_rx, days, first_day, last_day)
      select interface_id, rx, olt_rx, days, first_day, last_day from (${slopes(em, deviceId, today)}) s
      where least(rx, olt_rx) <= ${-leastFall} order by interface_id
      on conflict do nothing returning 1`.execute(db)
    return rows.length
  })
}

/** Devices with ONUs. */
export async function oltIds(em: SqlEntityManager): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.device_id as id from (${visibleOnus(em, { groupIds: null })}) o order by 1`.execute(
    tables(em),
  )
  return rows.map(({ id }) => id)
}

/** See `OnuTrends.falling`. */
export const fallingOnus = (): RawBuilder<unknown> => sql`
  select t.interface_id, t.rx::float8 as rx_change, t.olt_rx::float8 as olt_rx_change,
    -least(t.rx, t.olt_rx)::float8 as fall, t.days, t.first_day, t.last_day, l.rx::float8 as rx,
    l.olt_rx::float8 as olt_rx, l.at as measured_at
  from onu_history_trend t left join onu_history_light l on l.interface_id = t.interface_id`
