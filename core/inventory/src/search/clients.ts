import { rankOf, type SearchHit, type SearchSource } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Inventory } from '../inventory.ts'
import { closedType } from '../closed-type.ts'
import { tables } from '../tables.ts'
import { prepareSearch, visibleTo } from './transaction.ts'

/** Maximum number of sightings that are read. A vendor's prefix can match half of all sightings. */
const maxRows = 2_000

/**
 * Ports where the address is now come first, and among them the port with the fewest addresses: that is the
 * access port. The other ports lead to it.
 */
function findSightings(em: SqlEntityManager, mac: string, visible: readonly number[] | null, limit: number) {
  const [from, to] = [mac.padEnd(12, '0'), mac.padEnd(12, 'F')]
  const db = tables(em)
  const some = db
    .selectFrom('inventory_sighting as s')
    .$if(visible !== null, query =>
      query.innerJoin('inventory_interface as o', join =>
        join
          .onRef('o.id', '=', 's.interface_id')
          .on(sql<boolean>`o.device_id = any (${[...visible!]}::int[])`),
      ),
    )
    .select(['s.interface_id', 's.mac', 's.vlan_id', 's.active', 's.last_seen'])
    .where(sql<boolean>`s.mac between ${from}::macaddr and ${to}::macaddr`)
    .limit(maxRows)
  return db
    .selectFrom(some.as('s'))
    .innerJoin('inventory_interface as i', 'i.id', 's.interface_id')
    .innerJoin('inventory_device as d', 'd.id', 'i.device_id')
    .leftJoin('inventory_sighting_port as p', 'p.interface_id', 'i.id')
    .select(sql<string>`upper(s.mac::text)`.as('mac'))
    .select(['s.vlan_id', 's.active', 's.last_seen', 'i.id', 'i.name', 'i.type', 'i.status', 'i.coordinates'])
    .select(['i.device_id', 'd.ip as device_ip', 'd.name as device_name'])
    .where('i.type', '<>', closedType)
    .orderBy('s.active', 'desc')
    .orderBy('p.macs', key => key.asc().nullsLast())
    .orderBy('s.last_seen', 'desc')
    .orderBy('i.id')
    .orderBy('s.vlan_id')
    .limit(limit)
    .execute()
}
type Row = Awaited<ReturnType<typeof findSightings>>[number]

const hitOf = (row: Row, rank: number): SearchHit => ({
  id: row.id,
  title: row.mac,
  text: [
    row.vlan_id > 0 ? `VLAN ${row.vlan_id}` : '',
    row.active ? '' : `last seen ${row.last_seen.toISOString()}`,
  ]
    .filter(part => part)
    .join('; '),
  matched: { field: 'mac_address', value: row.mac },
  rank,
  status: row.status ?? null,
  device: { id: row.device_id, ip: row.device_ip, name: row.device_name },
  interface: { id: row.id, name: row.name, type: row.type },
  coordinates: row.coordinates ?? null,
})

/** MAC addresses learnt on interfaces, by at least six digits. The id of a hit is that of the interface. */
export const clientSource: SearchSource<Inventory> = {
  label: 'MAC addresses on interfaces',
  permission: 'device_show',
  async find({ ctx }, { mac, text }, { caller, limit, signal }) {
    if (mac === null || mac.length < 6) return []
    const rows = await ctx.em().transactional(
      async forked => {
        const em = forked as SqlEntityManager
        await prepareSearch(em)
        const visible = await visibleTo(em, caller)
        signal.throwIfAborted()
        return visible?.length === 0 ? [] : findSightings(em, mac, visible, limit)
      },
      { readOnly: true },
    )
    const firstOf = new Map<string, Row>()
    for (const row of rows) {
      const key = `${row.id} ${row.mac}`
      if (!firstOf.has(key)) firstOf.set(key, row)
    }
    return [...firstOf.values()].map((row, nth) =>
      hitOf(row, Math.max(rankOf(row.mac, text), rankOf(row.mac.replaceAll(':', ''), mac)) - nth / 1e6),
    )
  },
}
