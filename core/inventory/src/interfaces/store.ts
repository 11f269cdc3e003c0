import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { planSync, type Plan, type Row } from './plan.ts'
import type { Reading } from './seen.ts'

const columns =
  'bind_key bigint, parent_bind_key bigint, name text, type text, status text, admin_state text, description text, serial text, mac text'
const names = 'bind_key, parent_bind_key, name, type, status, admin_state, description, serial, mac'

async function write(
  em: SqlEntityManager,
  deviceId: number,
  { insert, update, remove, changes }: Plan,
  now: Date,
): Promise<void> {
  if (remove.length)
    await em.execute(
      'delete from inventory_interface where id in (select value::integer from jsonb_array_elements_text(?::jsonb))',
      [JSON.stringify(remove)],
      'run',
    )
  if (update.length) {
    await em.execute(
      `
      update inventory_interface i set (${names}, manual, updated_at, status_changed_at)
        = (r.bind_key, r.parent_bind_key, r.name, r.type, r.status, r.admin_state, r.description, r.serial, r.mac, false, ?, case when r.status_changed then ? else i.status_changed_at end)
      from jsonb_to_recordset(?::jsonb) as r (id integer, status_changed boolean, ${columns})
      where i.id = r.id`,
      [now, now, JSON.stringify(update)],
      'run',
    )
  }
  if (insert.length) {
    await em.execute(
      `
      insert into inventory_interface (device_id, ${names}, status_changed_at, created_at, updated_at)
      select ?, ${names}, case when status is null then null else ?::timestamptz end, ?, ? from jsonb_to_recordset(?::jsonb) as r (${columns})`,
      [deviceId, now, now, now, JSON.stringify(insert)],
      'run',
    )
  }
  if (changes.length) {
    await em.execute(
      `
      insert into inventory_interface_status_history (interface_id, status, previous, time)
      select i.id, r.status, r.previous, ? from jsonb_to_recordset(?::jsonb) as r (bind_key bigint, status text, previous text)
      join inventory_interface i on i.device_id = ? and i.bind_key = r.bind_key`,
      [now, JSON.stringify(changes), deviceId],
      'run',
    )
  }
}

/**
 * Brings the stored interfaces of a device to a reading. Two readings of one device never mix: the second
 * waits for the first.
 */
export async function storeInterfaces(
  em: SqlEntityManager,
  deviceId: number,
  reading: Reading,
  now: Date,
): Promise<Plan> {
  return em.transactional(async forked => {
    const own = forked as SqlEntityManager
    const device = await own.execute<unknown[]>(
      'select id from inventory_device where id = ? for no key update',
      [deviceId],
    )
    const stored = device.length
      ? await own.execute<Row[]>(`select id, manual, ${names} from inventory_interface where device_id = ?`, [
          deviceId,
        ])
      : []
    const plan: Plan = device.length
      ? planSync(stored, reading)
      : { insert: [], update: [], remove: [], changes: [] }
    await write(own, deviceId, plan, now)
    return plan
  })
}
