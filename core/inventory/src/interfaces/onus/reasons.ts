import { ponOntsReasons } from '@linecard/driver-kit/modules'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import type { Answered, AnsweredRow } from './answered.ts'
import { short } from './texts.ts'

/** States that an ONU has lost its registration for. */
const lost = ['Offline', 'LOS', 'PowerOff']

/**
 * Writes the reason into the last loss of each ONU: an OLT tells the reason of the last deregistration
 * only. A loss before it keeps what was told at its time. The answer may be about one ONU or about all.
 */
export async function fillReasons(
  em: SqlEntityManager,
  { deviceId, module, data, time }: Answered,
): Promise<void> {
  if (module !== ponOntsReasons.name) return
  const rows = (data as AnsweredRow[]).flatMap(row => {
    const reason = short(row['last_down_reason'])
    return reason === null ? [] : { bind_key: row.interface.id, reason }
  })
  if (rows.length === 0) return
  await sql`set local enable_nestloop = on`.execute(tables(em))
  await sql`
    update inventory_interface_status_history h set reason = found.reason from (
      select last.id, r.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (bind_key bigint, reason text)
      cross join lateral (
        select id from inventory_interface where device_id = ${deviceId} and bind_key = r.bind_key limit 1
      ) as i
      cross join lateral (
        select c.id, c.reason from inventory_interface_status_history c
        where c.interface_id = i.id and c.time <= ${time}::timestamptz and c.status = any (${lost}::text[])
        order by c.time desc, c.id desc limit 1
      ) as last
      where last.reason is null
    ) as found where h.id = found.id`.execute(tables(em))
}
