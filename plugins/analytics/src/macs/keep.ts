import { sql } from '@linecard/plugin-kit/sql'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'
import { findDuplicates } from './find.ts'

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
