import { sql } from '@linecard/plugin-kit/sql'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'
import { visibleSightings } from '@linecard/inventory/read'

/** A place of a MAC address in the last FDB of a device. */
interface Place {
  mac: string
  interface_id: number
  device_id: number
  vlan_id: number
  first_seen: Date
  last_seen: Date
}

/** Candidates that are looked at: uplinks of small switches are among them. */
const mostPlaces = 200_000

/** Places of MAC addresses that are on several ports at once, of ports with few addresses. */
async function candidates({ ctx }: Analytics): Promise<Place[]> {
  const em = ctx.em()
  const { rows } = await sql<Place>`
    with seen as materialized (
      select s.mac, s.interface_id, s.device_id, min(s.vlan_id) as vlan_id, min(s.first_seen) as first_seen,
        max(s.last_seen) as last_seen
      from (${visibleSightings(em, { groupIds: null })}) s
      where s.active and coalesce(s.macs, 1) <= ${ctx.config.mac_port_most}
      group by s.mac, s.interface_id, s.device_id
    ), several as (
      select mac from seen group by mac having count(*) > 1 order by mac limit ${mostPlaces / 2}
    )
    select upper(mac::text) as mac, interface_id, device_id, vlan_id, first_seen, last_seen
    from seen where mac in (select mac from several)
    order by mac, interface_id limit ${mostPlaces}`.execute(tables(em))
  return rows
}

/** Ports of these devices that lead to other devices: ends of links, and those with a tag of the settings. */
async function leading(parts: Analytics, deviceIds: ReadonlySet<number>, signal: AbortSignal) {
  const [marks, links] = [parts.ctx.find('interface-marks'), parts.ctx.find('links')]
  const found = new Set<number>()
  if (!marks && !links) return found
  for (const id of deviceIds) {
    signal.throwIfAborted()
    const [tagged = [], linked = []] = await Promise.all([
      marks?.tagged(id, parts.ctx.config.ignored_tags),
      links?.linked(id),
    ])
    for (const port of [...tagged, ...linked]) found.add(port)
  }
  return found
}

const severalPlaces = (places: readonly Place[]): Place[] =>
  [...Map.groupBy(places, ({ mac }) => mac).values()].filter(({ length }) => length > 1).flat()

/** What is kept of duplicate MAC addresses now. */
export async function findDuplicates(parts: Analytics, signal: AbortSignal): Promise<Place[]> {
  const places = await candidates(parts)
  const uplinks = await leading(parts, new Set(places.map(one => one.device_id)), signal)
  return severalPlaces(places.filter(one => !uplinks.has(one.interface_id))).slice(
    0,
    parts.ctx.config.duplicate_rows,
  )
}

/**
 * Finds duplicate MAC addresses and keeps them. One that was known keeps its begin. Returns how many there
 * are.
 */
export async function keepDuplicates(parts: Analytics, signal: AbortSignal): Promise<number> {
  const { ctx } = parts
  const found = await findDuplicates(parts, signal)
  const rows = JSON.stringify(found)
  await ctx.em().transactional(async em => {
    const db = tables(em as never)
    // Interfaces that were removed in the meantime are left out by the join.
    await sql`
      with f as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) as r
          (mac macaddr, interface_id integer, vlan_id smallint, first_seen timestamptz, last_seen timestamptz)
      ), gone as (
        delete from analytics_duplicate d
        where not exists (select from f where f.mac = d.mac and f.interface_id = d.interface_id)
      )
      insert into analytics_duplicate (mac, interface_id, vlan_id, since, first_seen, last_seen)
      select f.mac, f.interface_id, f.vlan_id,
        coalesce((select min(o.since) from analytics_duplicate o where o.mac = f.mac),
          ${ctx.clock()}::timestamptz),
        f.first_seen, f.last_seen
      from f order by f.mac, f.interface_id
      on conflict (mac, interface_id) do update set vlan_id = excluded.vlan_id, since = excluded.since,
        first_seen = excluded.first_seen, last_seen = excluded.last_seen`.execute(db)
  })
  return new Set(found.map(({ mac }) => mac)).size
}
