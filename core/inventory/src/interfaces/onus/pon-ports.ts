import type { StoredPonPort } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'

/** PON ports of a device in the order of their bind keys, with their ONUs by state. */
export async function storedPonPorts(em: SqlEntityManager, deviceId: number): Promise<StoredPonPort[]> {
  const { rows } = await sql<StoredPonPort>`
    with counted as (
      select parent_bind_key, coalesce(status, 'Unknown') as status, count(*)::integer as n
      from inventory_onu where device_id = ${deviceId} group by 1, 2
    ), summed as (
      select parent_bind_key, json_object_agg(status, n order by status) as statuses
      from counted group by parent_bind_key
    ), ports as (
      select * from inventory_interface where device_id = ${deviceId} and type = 'PON'
    )
    select p.id, coalesce(p.bind_key, c.parent_bind_key)::text as bind_key, p.name, p.status, p.admin_state,
      p.description, coalesce(c.statuses, '{}') as statuses
    from ports p full join summed c on c.parent_bind_key = p.bind_key
    order by coalesce(p.bind_key, c.parent_bind_key) nulls last`.execute(tables(em))
  return rows
}
