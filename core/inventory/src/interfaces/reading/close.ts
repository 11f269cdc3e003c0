import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { closedType } from '../../closed-type.ts'

type Db = ReturnType<typeof tables>

/** The expression of the index on closed ONUs. */
function key(of: string) {
  const [serial, mac] = [sql.ref(`${of}.serial`), sql.ref(`${of}.mac`)]
  return sql`coalesce(inventory_serial_hex(${serial}), ${serial}, ${mac})`
}

/**
 * Closes ONUs: they have no place any more and keep the rest. Their history says when. Returns how many.
 */
export async function closeOnus(db: Db, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ id: number }>`
    with known as (
      select id, status from inventory_interface
      where id = any (${[...ids]}::int[]) and type = 'ONU' for update
    ), noted as (
      insert into inventory_interface_status_history (interface_id, status, previous, reason, time)
      select id, null, status, 'Deleted', ${now}::timestamptz from known
    ), unseen as (
      update inventory_sighting s set active = false from known where s.interface_id = known.id and s.active
    )
    update inventory_interface i set type = ${closedType}, closed_at = ${now}::timestamptz,
      closed_bind_key = i.bind_key, bind_key = -i.id, parent_bind_key = null, status = null,
      status_changed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    from known where i.id = known.id returning i.id`.execute(db)
  return rows.length
}

/** An ONU that is listed again. */
export interface Reopened {
  id: number
  /** Its key, see `identKey`. */
  key: string
}

/** The closed ONUs with these idents, of any device; of several the one that was closed last. */
export async function closedWith(db: Db, keys: readonly string[]): Promise<Reopened[]> {
  if (keys.length === 0) return []
  const { rows: some } = await sql<{ yes: boolean }>`
    select exists (select from inventory_interface where type = ${closedType}) as yes`.execute(db)
  if (!some[0]?.yes) return []
  const { rows } = await sql<Reopened>`
    select id, ${key('i')} as key from inventory_interface i
    where i.type = ${sql.lit(closedType)} and ${key('i')} = any (${[...keys]}::text[])
    order by closed_at, id for update skip locked`.execute(db)
  return [...new Map(rows.map(row => [row.key, row])).values()]
}

/** What is read about ONUs beside their interfaces. */
const facts = (
  'vendor model bind_status last_down_reason last_reg last_dereg ' +
  'rx tx olt_rx temp voltage distance optics_at rx_bad_since olt_rx_bad_since'
).split(' ')
const columnsOf = (of: '' | 'f.') => sql.join(facts.map(name => sql.ref(`${of}${name}`)))

/**
 * ONUs that were closed just now and that another OLT lists already, because it was read before: they get
 * that place, and the row that was made there goes. A row about which somebody has written something stays.
 * Returns the devices whose rows changed.
 */
export async function takePlaces(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ old: number; made: number; device_id: number; facts: object }>`
    select o.id as old, min(x.id) as made, min(x.device_id) as device_id,
      (array_agg(to_jsonb(n)))[1] as facts
    from inventory_interface o
    join inventory_onu n on coalesce(n.serial_hex, n.ident) = ${key('o')}
      and (n.serial_hex = inventory_serial_hex(o.serial) or n.ident = o.serial or n.mac = o.mac)
    join inventory_interface x on x.id = n.interface_id
    where o.id = any (${[...ids]}::int[]) and o.type = ${closedType}
    group by o.id
    having count(*) = 1 and bool_and(
      x.comment = '' and x.agreement = '' and x.billing_link = '' and x.ip = '' and x.coordinates is null
        and x.params = '{}' and not x.manual
    )`.execute(db)
  const pairs = JSON.stringify(rows)
  const list = sql`jsonb_to_recordset(${pairs}::jsonb) as p (old integer, made integer, facts jsonb)`
  if (rows.length === 0) return []
  await sql`
    update inventory_interface_status_history h set interface_id = p.old
    from ${list} where h.interface_id = p.made`.execute(db)
  await sql`
    with gone as (
      delete from inventory_interface x using ${list} where x.id = p.made returning p.old, x.*
    )
    update inventory_interface i set type = 'ONU', closed_at = null, closed_bind_key = null,
      device_id = g.device_id, bind_key = g.bind_key, parent_bind_key = g.parent_bind_key, name = g.name,
      status = g.status, admin_state = g.admin_state, status_changed_at = g.status_changed_at,
      description = g.description, serial = g.serial, mac = g.mac, updated_at = ${now}::timestamptz
    from gone g where i.id = g.old`.execute(db)
  // A trigger has made the row of the ONU: what was read at the new place belongs into it.
  await sql`
    update inventory_onu o set (${columnsOf('')}) = (${columnsOf('f.')})
    from ${list}, jsonb_populate_record(null::inventory_onu, p.facts) f
    where o.interface_id = p.old`.execute(db)
  return [...new Set(rows.map(({ device_id: id }) => id))]
}

/** Removes ONUs that were closed before a time, with their history. Returns how many. */
export async function removeClosed(em: SqlEntityManager, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from inventory_interface where id in (
      select id from inventory_interface where type = ${closedType} and closed_at < ${before}::timestamptz
      limit ${limit}
    ) returning id`.execute(tables(em))
  return rows.length
}
