import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { planSync, type Plan, type Row } from './plan.ts'
import type { Reading } from './seen.ts'

type Db = ReturnType<typeof tables>

/** What a reading can change, as a list of columns and as a definition of them. */
const names = sql`bind_key, parent_bind_key, name, type, status, admin_state, description, serial, mac`
const columns = sql`
  bind_key bigint, parent_bind_key bigint, name text, type text, status text, admin_state text,
  description text, serial text, mac text`

const remove = (db: Db, ids: Plan['remove']) =>
  sql`delete from inventory_interface where id = any (${ids}::int[])`.execute(db)

const update = (db: Db, rows: Plan['update'], now: Date) =>
  sql`
    update inventory_interface i set (${names}, manual, updated_at, status_changed_at) = (
      r.bind_key, r.parent_bind_key, r.name, r.type, r.status, r.admin_state, r.description, r.serial, r.mac,
      false, ${now}::timestamptz,
      case when r.status_changed then ${now}::timestamptz else i.status_changed_at end
    )
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id integer, status_changed boolean, ${columns}
    )
    where i.id = r.id`.execute(db)

const insert = (db: Db, deviceId: number, rows: Plan['insert'], now: Date) =>
  sql`
    insert into inventory_interface (device_id, ${names}, status_changed_at, created_at, updated_at)
    select ${deviceId}::int, ${names}, case when status is null then null else ${now}::timestamptz end,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${columns})`.execute(db)

const insertChanges = (db: Db, deviceId: number, changes: Plan['changes'], now: Date) =>
  sql`
    insert into inventory_interface_status_history (interface_id, status, previous, time)
    select i.id, r.status, r.previous, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (
      bind_key bigint, status text, previous text
    )
    join inventory_interface i on i.device_id = ${deviceId} and i.bind_key = r.bind_key`.execute(db)

async function write(db: Db, deviceId: number, plan: Plan, now: Date): Promise<void> {
  if (plan.remove.length) await remove(db, plan.remove)
  if (plan.update.length) await update(db, plan.update, now)
  if (plan.insert.length) await insert(db, deviceId, plan.insert, now)
  if (plan.changes.length) await insertChanges(db, deviceId, plan.changes, now)
}

/** Locks a device against other readings and changes of its interfaces. Returns whether it exists. */
export const lockDevice = async (em: SqlEntityManager, id: number): Promise<boolean> =>
  (await tables(em)
    .selectFrom('inventory_device')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/**
 * Changes the stored interfaces of a device to those of a reading. Two readings of one device do not mix: the
 * second waits for the first.
 */
export async function storeInterfaces(
  em: SqlEntityManager,
  deviceId: number,
  reading: Reading,
  now: Date,
): Promise<Plan> {
  return em.transactional(async forked => {
    const own = forked as SqlEntityManager
    if (!(await lockDevice(own, deviceId)))
      return { insert: [], update: [], remove: [], changes: [], rebound: false }
    const db = tables(own)
    const { rows } = await sql<Row>`
      select id, manual, ${names} from inventory_interface where device_id = ${deviceId}`.execute(db)
    const plan = planSync(rows, reading)
    await write(db, deviceId, plan, now)
    return plan
  })
}
