import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { rankOf, type SearchHit, type SearchSource } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { arrayOf } from './statements.ts'
import { searching, visibleTo } from './scan.ts'

interface Row {
  mac: string
  vlan_id: number
  active: boolean
  last_seen: Date
  id: number
  name: string
  type: string
  status: string | null
  coordinates: { lat: number; lon: number } | null
  device_id: number
  device_ip: string
  device_name: string
}

/** Addresses looked at, at most: a piece as short as a maker's prefix may be half of all. */
const mostRows = 2_000

/**
 * Where an address stands now comes first, and of those the port that carries the fewest: that is the access
 * port, the others lead there.
 */
async function sightings(
  em: SqlEntityManager,
  mac: string,
  visible: readonly number[] | null,
  limit: number,
): Promise<Row[]> {
  const [from, to] = [mac.padEnd(12, '0'), mac.padEnd(12, 'F')]
  return em.execute<Row[]>(
    `
    select upper(s.mac::text) as mac, s.vlan_id, s.active, s.last_seen, i.id, i.name, i.type, i.status, i.coordinates, i.device_id, host(d.ip) as device_ip, d.name as device_name
    from (select s.* from inventory_sighting s ${visible ? 'join inventory_interface o on o.id = s.interface_id and o.device_id = any (?::int[])' : ''} where s.mac between ?::macaddr and ?::macaddr limit ?) s
    join inventory_interface i on i.id = s.interface_id join inventory_device d on d.id = i.device_id left join inventory_sighting_port p on p.interface_id = i.id
    order by s.active desc, p.macs nulls last, s.last_seen desc, i.id, s.vlan_id limit ?`,
    [...(visible ? [arrayOf(visible)] : []), from, to, mostRows, limit],
  )
}

/**
 * MAC addresses learnt on interfaces, whole or by their first six digits at least; the hit's id is that of
 * the interface.
 */
export const clientSource: SearchSource<Inventory> = {
  label: 'MAC addresses on interfaces',
  permission: 'device_show',
  find: ({ ctx }, { mac, text }, { caller, limit, signal }) =>
    mac === null || mac.length < 6
      ? Promise.resolve([])
      : ctx.em().transactional(
          async forked => {
            const em = forked as SqlEntityManager
            await searching(em)
            const visible = await visibleTo(em, caller)
            signal.throwIfAborted()
            const rows = visible?.length === 0 ? [] : await sightings(em, mac, visible, limit)
            const seen = new Set<string>()
            return rows.flatMap((row, nth): SearchHit[] => {
              const key = `${row.id} ${row.mac}`
              if (seen.has(key)) return []
              seen.add(key)
              return [
                {
                  id: row.id,
                  title: row.mac,
                  text: [
                    row.vlan_id > 0 ? `VLAN ${row.vlan_id}` : '',
                    row.active ? '' : `last seen ${new Date(row.last_seen).toISOString()}`,
                  ]
                    .filter(part => part)
                    .join('; '),
                  matched: { field: 'mac_address', value: row.mac },
                  rank: Math.max(rankOf(row.mac, text), rankOf(row.mac.replaceAll(':', ''), mac)) - nth / 1e6,
                  status: row.status,
                  device: { id: row.device_id, ip: row.device_ip, name: row.device_name },
                  interface: { id: row.id, name: row.name, type: row.type },
                  coordinates: row.coordinates,
                },
              ]
            })
          },
          { readOnly: true },
        ),
}
