import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Limits, Sightings } from './sightings.ts'

const array = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/** Interfaces that are not stored, or whose MAC addresses are not to be kept, drop out by the join. */
const upsert = `
  with ports as (
    insert into inventory_sighting_port as p (interface_id, macs)
    select i.id, r.macs from unnest(?::bigint[], ?::int[]) as r (bind_key, macs)
    join inventory_interface i on i.device_id = ? and i.bind_key = r.bind_key and i.fdb_enabled order by i.id
    on conflict (interface_id) do update set macs = excluded.macs where p.macs <> excluded.macs
  ), written as (
    insert into inventory_sighting as s (interface_id, mac, vlan_id, first_seen, last_seen)
    select i.id, r.mac, r.vlan_id, seen.at, seen.at from unnest(?::bigint[], ?::macaddr[], ?::smallint[]) as r (bind_key, mac, vlan_id)
    join inventory_interface i on i.device_id = ? and i.bind_key = r.bind_key and i.fdb_enabled, (values (?::timestamptz)) as seen (at) order by i.id, r.mac, r.vlan_id
    on conflict (interface_id, mac, vlan_id) do update set last_seen = excluded.last_seen, active = true where s.last_seen < excluded.last_seen
    returning xmax = 0 as added
  ) select count(*) filter (where added)::int as added from written`

const leave = `
  update inventory_sighting s set active = false from inventory_interface i
  where i.device_id = ? and s.interface_id = i.id and s.active and s.last_seen < ?`
const empty = `
  update inventory_sighting_port p set macs = 0 from inventory_interface i
  where i.device_id = ? and p.interface_id = i.id and p.macs <> 0 and not i.bind_key = any (?::bigint[])`

/** Those that have gone are the first to make room, then those of ports that carry the most. */
const trim = `
  delete from inventory_sighting s using (
    select o.interface_id, o.mac, o.vlan_id,
      row_number() over (partition by o.interface_id order by o.active desc, o.last_seen desc, o.mac, o.vlan_id) as of_port,
      row_number() over (order by o.active desc, p.macs nulls last, o.last_seen desc, o.interface_id, o.mac, o.vlan_id) as of_device
    from inventory_interface i join inventory_sighting o on o.interface_id = i.id left join inventory_sighting_port p on p.interface_id = i.id where i.device_id = ?
  ) r where (s.interface_id, s.mac, s.vlan_id) = (r.interface_id, r.mac, r.vlan_id) and (r.of_port > ? or r.of_device > ?)`

export interface Seen extends Limits {
  sightings: Sightings
  /** False: what is lacking may still be there. */
  complete: boolean
  time: Date
}

/**
 * Keeps what a device's FDB said: one row for each interface, VLAN and MAC address, moved on where it stays
 * and closed where it is gone.
 * A list that is not whole, or empty as of an agent that starts up, closes nothing.
 */
export async function storeSightings(
  em: SqlEntityManager,
  deviceId: number,
  { sightings: { ports, rows }, complete, time, perPort, perDevice }: Seen,
): Promise<void> {
  if (rows.length === 0) return
  await em.transactional(async forked => {
    const own = forked as SqlEntityManager
    const keys = array(ports.map(({ bindKey }) => bindKey))
    const [{ added }] = await own.execute<[{ added: number }]>(upsert, [
      keys,
      array(ports.map(({ macs }) => macs)),
      deviceId,
      array(rows.map(({ bindKey }) => bindKey)),
      array(rows.map(({ mac }) => mac)),
      array(rows.map(({ vlan }) => vlan)),
      deviceId,
      time,
    ])
    if (complete) {
      await own.execute(leave, [deviceId, time], 'run')
      await own.execute(empty, [deviceId, keys], 'run')
    }
    if (added > 0) await own.execute(trim, [deviceId, perPort, perDevice], 'run')
  })
}

/** Forgets what was behind an interface. */
export async function forgetSightings(em: SqlEntityManager, interfaceId: number): Promise<void> {
  await em.execute('delete from inventory_sighting where interface_id = ?', [interfaceId], 'run')
  await em.execute('delete from inventory_sighting_port where interface_id = ?', [interfaceId], 'run')
}
