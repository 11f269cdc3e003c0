import { inPieces } from '@linecard/driver-kit'
import type { ponOntsOptical } from '@linecard/driver-kit/modules'
import { visibleInterfaces } from '@linecard/inventory/read'
import { isAhead, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'

export type OpticalRow = Static<typeof ponOntsOptical.result>[number]

/** ONUs of one statement. */
const rowsAtOnce = 2_000

const measured = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > -100 && value < 100 ? value : null

/** The known values of an ONU are all good. */
const isGood = (of: string, limits: Config) => sql`(
  coalesce(${sql.ref(`${of}.rx`)} >= ${limits.good_rx_min_dbm}::real, true)
  and coalesce(${sql.ref(`${of}.olt_rx`)} >= ${limits.good_olt_rx_min_dbm}::real, true))`

/**
 * Stores the light of ONUs of a device: the last values, and the least and the most of the day. An ONU
 * that gave nothing, because it is off, keeps what it had. The same answer twice changes nothing, nor does
 * an older one. Returns of how many ONUs something was stored.
 */
export async function storeLight(
  em: () => SqlEntityManager,
  deviceId: number,
  data: readonly OpticalRow[],
  time: Date,
  limits: Config,
): Promise<number> {
  const rows = data
    .map(row => ({ bind_key: row.interface.id, rx: measured(row.rx), olt_rx: measured(row.olt_rx) }))
    .filter(({ rx, olt_rx }) => rx !== null || olt_rx !== null)
  let stored = 0
  for await (const some of inPieces(rows, rowsAtOnce)) {
    const own = em()
    const good = isGood('r', limits)
    const result = await sql<{ stored: number }>`
      with r as materialized (
        select i.id, r.rx, r.olt_rx
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r (bind_key bigint, rx real, olt_rx real)
        join (${visibleInterfaces(own, { groupIds: null })}) i
          on i.device_id = ${deviceId} and i.bind_key = r.bind_key and i.poll_enabled
      ), light as (
        insert into onu_history_light as l
          (interface_id, rx, olt_rx, at, good_rx, good_olt_rx, good_at, ref_rx, ref_olt_rx, ref_at)
        select r.id, r.rx, r.olt_rx, t.at, g.rx, g.olt_rx, g.at, g.rx, g.olt_rx, g.at from r
        cross join (values (${time}::timestamptz)) as t (at)
        left join lateral (select r.rx, r.olt_rx, t.at where ${good}) g on true
        order by r.id
        on conflict (interface_id) do update set
          rx = coalesce(excluded.rx, l.rx), olt_rx = coalesce(excluded.olt_rx, l.olt_rx), at = excluded.at,
          good_rx = coalesce(excluded.good_rx, l.good_rx),
          good_olt_rx = coalesce(excluded.good_olt_rx, l.good_olt_rx),
          good_at = coalesce(excluded.good_at, l.good_at),
          ref_rx = coalesce(l.ref_rx, excluded.good_rx),
          ref_olt_rx = coalesce(l.ref_olt_rx, excluded.good_olt_rx),
          ref_at = coalesce(l.ref_at, excluded.good_at)
        where l.at < excluded.at or ${isAhead('l.at')}
        returning interface_id
      ), days as (
        insert into onu_history_day as d
        select r.id, (${time}::timestamptz at time zone 'UTC')::date, r.rx, r.rx, r.olt_rx, r.olt_rx
        from r where r.id in (select interface_id from light) order by r.id
        on conflict (interface_id, day) do update set
          rx_min = least(d.rx_min, excluded.rx_min), rx_max = greatest(d.rx_max, excluded.rx_max),
          olt_rx_min = least(d.olt_rx_min, excluded.olt_rx_min),
          olt_rx_max = greatest(d.olt_rx_max, excluded.olt_rx_max)
        where (least(d.rx_min, excluded.rx_min), greatest(d.rx_max, excluded.rx_max),
            least(d.olt_rx_min, excluded.olt_rx_min), greatest(d.olt_rx_max, excluded.olt_rx_max))
          is distinct from (d.rx_min, d.rx_max, d.olt_rx_min, d.olt_rx_max)
      )
      select count(*)::int as stored from light`.execute(tables(own))
    stored += result.rows[0]!.stored
  }
  return stored
}

/** Rows that one statement removes. */
const batchRows = 10_000

/** Removes the light of days before one. Returns how many rows. */
export async function trimDays(
  em: () => SqlEntityManager,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let count = batchRows; count === batchRows && !signal.aborted; removed += count) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from onu_history_day where ctid = any (array(
          select ctid from onu_history_day where day < ${before}::date limit ${batchRows}
        )) returning 1
      ) select count(*)::int as count from gone`.execute(tables(em()))
    count = rows[0]!.count
  }
  return removed
}
