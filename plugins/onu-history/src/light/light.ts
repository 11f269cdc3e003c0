import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { LightView } from '../schemas.ts'
import { tables } from '../tables.ts'

/** Values of the database have four bytes: a difference has no more digits than they. */
export const dB = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

const less = (value: number | null, base: number | null) =>
  value === null || base === null ? null : dB(value - base)

/** The light of an ONU; without any reading all of it is null. */
export async function lightOf(em: SqlEntityManager, interfaceId: number, from: string): Promise<LightView> {
  const db = tables(em)
  const row = await db
    .selectFrom('onu_history_light')
    .selectAll()
    .where('interface_id', '=', interfaceId)
    .executeTakeFirst()
  const days = await db
    .selectFrom('onu_history_day')
    .select(sql<string>`day::text`.as('day'))
    .select(['rx_min', 'rx_max', 'olt_rx_min', 'olt_rx_max'])
    .where('interface_id', '=', interfaceId)
    .where(sql<boolean>`day >= ${from}::date`)
    .orderBy('onu_history_day.day', 'desc')
    .execute()
  return {
    interface_id: interfaceId,
    last: row ? { rx: row.rx, olt_rx: row.olt_rx, time: row.at } : null,
    last_good: row?.good_at ? { rx: row.good_rx, olt_rx: row.good_olt_rx, time: row.good_at } : null,
    reference: row?.ref_at
      ? { rx: row.ref_rx, olt_rx: row.ref_olt_rx, time: row.ref_at, set_by: row.ref_by }
      : null,
    change: row
      ? { rx: less(row.rx, row.ref_rx), olt_rx: less(row.olt_rx, row.ref_olt_rx) }
      : { rx: null, olt_rx: null },
    days,
  }
}
