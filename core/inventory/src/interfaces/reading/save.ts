import { inPieces } from '@linecard/driver-kit'
import { interfacesList } from '@linecard/driver-kit/modules'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { closeOnus, closedWith, takePlaces } from './close.ts'
import { keepLeftOut, leaveOut, type LeaveOut } from './leave-out.ts'
import { closedType } from '../../closed-type.ts'
import { uniqueIdents } from './idents.ts'
import { newestOf } from './newest.ts'
import { planSync, type Plan, type Row, type StatusChange } from './plan.ts'
import type { Reading } from './seen.ts'
import { spareVanished } from './vanished.ts'

type Db = ReturnType<typeof tables>

/** What a reading can change, as a list of columns and as a definition of them. */
const names = sql`bind_key, parent_bind_key, name, type, status, admin_state, description, serial, mac`
const columns = sql`
  bind_key bigint, parent_bind_key bigint, name text, type text, status text, admin_state text,
  description text, serial text, mac text`

/** Somebody has written something about the interface `i`. */
const noted = sql`(
  i.comment <> '' or i.agreement <> '' or i.billing_link <> '' or i.ip <> '' or i.coordinates is not null
  or i.params <> '{}' or i.manual)`

/** An interface that is removed with what somebody has written about it. */
export interface Gone {
  id: number
  bind_key: string
  name: string
  type: string
  description: string
  comment: string
  agreement: string
  billing_link: string
  ip: string
  coordinates: unknown
  params: unknown
}

/** Gives those that somebody has written about. */
const remove = async (db: Db, ids: Plan['remove']): Promise<Gone[]> => {
  const { rows } = await sql<Gone & { noted: boolean }>`
    delete from inventory_interface i where i.id = any (${ids}::int[])
    returning i.id, i.bind_key::text, i.name, i.type, i.description, i.comment, i.agreement,
      i.billing_link, i.ip, i.coordinates, i.params, ${noted} as noted`.execute(db)
  return rows.flatMap(({ noted: told, ...row }) => (told ? [row] : []))
}

/** When it is, and when the list of a reading was read: its states have their own times. */
interface Times {
  now: Date
  at: Date
}

const update = (db: Db, rows: readonly Plan['update'][number][], { now, at }: Times) =>
  sql`
    update inventory_interface i set (${names}, manual, updated_at, status_changed_at) = (
      r.bind_key, r.parent_bind_key, r.name, r.type, r.status, r.admin_state, r.description, r.serial, r.mac,
      false, ${now}::timestamptz,
      case when r.status_changed then coalesce(r.at, ${at}::timestamptz) else i.status_changed_at end
    )
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id integer, status_changed boolean, at timestamptz, ${columns}
    )
    where i.id = r.id`.execute(db)

const insert = (db: Db, deviceId: number, rows: Readonly<Plan['insert']>, { now, at }: Times) =>
  sql`
    insert into inventory_interface (device_id, ${names}, status_changed_at, created_at, updated_at)
    select ${deviceId}::int, ${names}, 
      case when status is null then null else coalesce(r.at, ${at}::timestamptz) end,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (at timestamptz, ${columns})`.execute(db)

const insertChanges = (db: Db, deviceId: number, changes: readonly StatusChange[], at: Date) =>
  sql`
    insert into inventory_interface_status_history (interface_id, status, previous, time)
    select i.id, r.status, r.previous, coalesce(r.at, ${at}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (
      bind_key bigint, status text, previous text, at timestamptz
    )
    cross join lateral (
      select id from inventory_interface where device_id = ${deviceId} and bind_key = r.bind_key limit 1
    ) as i`.execute(db)

/** Rows of one statement: the JSON of all rows of a large OLT would be made at once. */
const rowsAtOnce = 500

/** Gives closed ONUs that are listed again their place; the others of the plan are new. */
async function reopen(db: Db, deviceId: number, plan: Plan, { now, at }: Times): Promise<void> {
  const byKey = uniqueIdents(plan.insert)
  const back = (await closedWith(db, [...byKey.keys()])).map(({ id, key: ident }) => ({
    id,
    ...byKey.get(ident)!,
  }))
  const keys = new Set(back.map(({ bind_key: key }) => key))
  plan.insert = plan.insert.filter(({ bind_key: key }) => !keys.has(key))
  for await (const rows of inPieces(back, rowsAtOnce))
    await sql`
      update inventory_interface i set (${names}, device_id, manual, closed_at, closed_bind_key, updated_at,
        status_changed_at) = (
        r.bind_key, r.parent_bind_key, r.name, r.type, r.status, r.admin_state, r.description, r.serial,
        r.mac, ${deviceId}::int, false, null, null, ${now}::timestamptz, coalesce(r.at, ${at}::timestamptz)
      )
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id integer, at timestamptz, ${columns})
      where i.id = r.id`.execute(db)
}

async function write(db: Db, deviceId: number, plan: Plan, times: Times): Promise<Gone[]> {
  const { now, at } = times
  const gone = plan.remove.length ? await remove(db, plan.remove) : []
  await closeOnus(db, plan.close, at)
  await takePlaces(db, plan.close, now)
  for await (const rows of inPieces(plan.update, rowsAtOnce)) await update(db, rows, times)
  await reopen(db, deviceId, plan, times)
  for await (const rows of inPieces(plan.insert, rowsAtOnce)) await insert(db, deviceId, rows, times)
  for await (const rows of inPieces(plan.changes, rowsAtOnce)) await insertChanges(db, deviceId, rows, at)
  return gone
}

/** Leaves out the new interfaces for which there is no room. Returns whether there are any. */
function fit(plan: Plan, stored: number, most: number): boolean {
  const room = Math.max(0, most - (stored - plan.remove.length - plan.close.length))
  if (plan.insert.length <= room) return false
  const left = new Set(plan.insert.splice(room).map(({ bind_key: key }) => key))
  plan.changes = plan.changes.filter(({ bind_key: key }) => !left.has(key))
  return true
}

/** Locks a device against other readings and changes of its interfaces. Returns whether it exists. */
export const lockDevice = async (em: SqlEntityManager, id: number): Promise<boolean> =>
  (await tables(em)
    .selectFrom('inventory_device')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

export interface StoreOptions {
  now: Date
  /** Rows at most. */
  most: number
  graceSec?: number
  /** Absent: all are wanted. */
  unwanted?: LeaveOut
}

/** What a reading has changed. */
export interface Stored extends Plan {
  /** Some new ones had no room. */
  tooMany: boolean
  /** What people had written about interfaces that are gone. */
  gone: Gone[]
}

const nothing: Stored = {
  insert: [],
  update: [],
  remove: [],
  close: [],
  changes: [],
  rebound: false,
  tooMany: false,
  gone: [],
}

/**
 * Changes the stored interfaces of a device to those of a reading. Two readings of one device do not mix: the
 * second waits for the first, and one that was overtaken changes nothing. At most `most` interfaces are
 * stored.
 */
export async function storeInterfaces(
  em: SqlEntityManager,
  deviceId: number,
  reading: Reading,
  { now, most, graceSec = 0, unwanted }: StoreOptions,
): Promise<Stored> {
  return em.transactional(async forked => {
    const own = forked as SqlEntityManager
    const current = (await lockDevice(own, deviceId)) ? await newestOf(own, deviceId, reading) : null
    if (!current) return nothing
    const db = tables(own)
    const { rows } = await sql<Row>`
      select i.id, i.manual, ${names}, i.poll_enabled, ${noted} as noted, v.since as vanished,
        i.status_changed_at
      from inventory_interface i left join inventory_vanished v on v.interface_id = i.id
      where i.device_id = ${deviceId} and i.type <> ${closedType}`.execute(db)
    const left = unwanted ? await leaveOut(own, rows, current, unwanted) : null
    const known = left ? rows.filter(({ id }) => !left.expelled.has(id)) : rows
    const wanted = left?.reading ?? current
    const plan = await planSync(known, wanted)
    const at = reading.times.get(interfacesList.name) ?? now
    await spareVanished(db, plan, known, wanted, { now: at, graceSec, room: most })
    plan.remove.push(...(left?.expelled ?? []))
    if (left) await keepLeftOut(own, deviceId, left)
    const tooMany = fit(plan, rows.length, most)
    const gone = await write(db, deviceId, plan, { now, at })
    return { ...plan, tooMany, gone }
  })
}
