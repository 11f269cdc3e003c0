import { visibleInterfaces } from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Which ONUs get a new reference. */
export type Chosen = { interfaceId: number } | { deviceId: number }

/** The caller must be known to see them. */
const ids = (em: SqlEntityManager, chosen: Chosen) =>
  'interfaceId' in chosen
    ? sql`select ${chosen.interfaceId}::int`
    : sql`select i.id from (${visibleInterfaces(em, { groupIds: null })}) i
        where i.device_id = ${chosen.deviceId} and i.type = 'ONU'`

/**
 * Makes the last good light of ONUs their reference, or the best light of one day. ONUs without such a
 * value keep their reference. Returns how many have a new one.
 */
export async function setReference(
  em: SqlEntityManager,
  chosen: Chosen,
  { day, login }: { day: string | undefined; login: string },
): Promise<number> {
  const { rows } =
    day === undefined
      ? await sql`
          update onu_history_light l
          set ref_rx = good_rx, ref_olt_rx = good_olt_rx, ref_at = good_at, ref_by = ${login}
          where interface_id in (${ids(em, chosen)}) and good_at is not null
          returning interface_id`.execute(tables(em))
      : await sql`
          update onu_history_light l
          set ref_rx = d.rx_max, ref_olt_rx = d.olt_rx_max, ref_at = d.day::timestamp at time zone 'UTC',
            ref_by = ${login}
          from onu_history_day d
          where l.interface_id in (${ids(em, chosen)})
            and d.interface_id = l.interface_id and d.day = ${day}::date
          returning l.interface_id`.execute(tables(em))
  return rows.length
}
