import { inPieces } from '@linecard/driver-kit'
import { fdb } from '@linecard/driver-kit/modules'
import { isAhead, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { noteNewest } from '../reading/newest.ts'
import type { Limits, Sightings } from './sightings.ts'

/** Stores the number of addresses on each port. Ports without a stored interface are left out. */
const insertPorts = (deviceId: number, ports: Sightings['ports']) => sql`
  insert into inventory_sighting_port as p (interface_id, macs)
  select i.id, r.macs from unnest(
    ${ports.map(({ bindKey }) => bindKey)}::bigint[], ${ports.map(({ macs }) => macs)}::int[]
  ) as r (bind_key, macs)
  join inventory_interface i on i.device_id = ${deviceId} and i.bind_key = r.bind_key and i.fdb_enabled
  order by i.id
  on conflict (interface_id) do update set macs = excluded.macs where p.macs <> excluded.macs`

/** Rows of one statement. */
const rowsAtOnce = 2_000

const insertSightings = (deviceId: number, rows: readonly Sightings['rows'][number][], time: Date) => sql`
  insert into inventory_sighting as s (interface_id, mac, vlan_id, first_seen, last_seen)
  select i.id, r.mac, r.vlan_id, seen.at, seen.at from unnest(
    ${rows.map(({ bindKey }) => bindKey)}::bigint[],
    ${rows.map(({ mac }) => mac)}::macaddr[],
    ${rows.map(({ vlan }) => vlan)}::smallint[]
  ) as r (bind_key, mac, vlan_id)
  join inventory_interface i on i.device_id = ${deviceId} and i.bind_key = r.bind_key and i.fdb_enabled,
    (values (${time}::timestamptz)) as seen (at)
  order by i.id, r.mac, r.vlan_id
  on conflict (interface_id, mac, vlan_id) do update set last_seen = excluded.last_seen, active = true
    where s.last_seen < excluded.last_seen or ${isAhead('s.last_seen')}
  returning xmax = 0 as added`

/** Returns how many sightings are new. */
async function upsert(
  em: SqlEntityManager,
  deviceId: number,
  { ports, rows }: Sightings,
  time: Date,
): Promise<number> {
  await insertPorts(deviceId, ports).execute(tables(em))
  let added = 0
  for await (const piece of inPieces(rows, rowsAtOnce)) {
    const result = await sql<{ added: number }>`
      with written as (${insertSightings(deviceId, piece, time)})
      select count(*) filter (where added)::int as added from written`.execute(tables(em))
    added += result.rows[0]!.added
  }
  return added
}

/** Closes what is not in a complete FDB. What is in it has its time, whichever clock is ahead. */
async function close(
  em: SqlEntityManager,
  deviceId: number,
  { ports }: Sightings,
  time: Date,
): Promise<void> {
  await sql`
    update inventory_sighting s set active = false from inventory_interface i
    where i.device_id = ${deviceId} and s.interface_id = i.id and s.active
      and s.last_seen <> ${time}::timestamptz
      and (s.last_seen < ${time}::timestamptz or ${isAhead('s.last_seen')})`.execute(tables(em))
  const keys = ports.map(({ bindKey }) => bindKey)
  await sql`
    update inventory_sighting_port p set macs = 0 from inventory_interface i
    where i.device_id = ${deviceId} and p.interface_id = i.id and p.macs <> 0
      and not i.bind_key = any (${keys}::bigint[])`.execute(tables(em))
}

/** Removes the rows above the limits: first closed ones, then those of the ports with the most addresses. */
const trim = (em: SqlEntityManager, deviceId: number, { perPort, perDevice }: Limits): Promise<unknown> =>
  sql`
    delete from inventory_sighting s using (
      select o.interface_id, o.mac, o.vlan_id,
        row_number() over (
          partition by o.interface_id order by o.active desc, o.last_seen desc, o.mac, o.vlan_id
        ) as of_port,
        row_number() over (
          order by o.active desc, p.macs nulls last, o.last_seen desc, o.interface_id, o.mac, o.vlan_id
        ) as of_device
      from inventory_interface i join inventory_sighting o on o.interface_id = i.id
      left join inventory_sighting_port p on p.interface_id = i.id where i.device_id = ${deviceId}
    ) r
    where (s.interface_id, s.mac, s.vlan_id) = (r.interface_id, r.mac, r.vlan_id)
      and (r.of_port > ${perPort} or r.of_device > ${perDevice})`.execute(tables(em))

export interface Seen extends Limits {
  sightings: Sightings
  /** False: rows that did not arrive may still exist. */
  complete: boolean
  time: Date
}

/**
 * Stores the FDB of a device: one row for each interface, VLAN and MAC address. While the FDB has the
 * address, the row gets the new time. When the address is gone, the row is closed. A list that is incomplete,
 * or empty as after a restart of the agent, closes nothing. One that a newer list has overtaken says nothing.
 */
export async function storeSightings(
  em: SqlEntityManager,
  deviceId: number,
  { sightings, complete, time, ...limits }: Seen,
): Promise<void> {
  if (sightings.rows.length === 0) return
  await em.transactional(async forked => {
    const own = forked as SqlEntityManager
    if (!(await noteNewest(own, deviceId, new Map([[fdb.name, time]]))).has(fdb.name)) return
    const added = await upsert(own, deviceId, sightings, time)
    if (complete) await close(own, deviceId, sightings, time)
    if (added > 0) await trim(own, deviceId, limits)
  })
}

/** Removes the sightings of an interface. */
export async function forgetSightings(em: SqlEntityManager, interfaceId: number): Promise<void> {
  const db = tables(em)
  await db.deleteFrom('inventory_sighting').where('interface_id', '=', interfaceId).execute()
  await db.deleteFrom('inventory_sighting_port').where('interface_id', '=', interfaceId).execute()
}
