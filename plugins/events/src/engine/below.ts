import type { Below } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Changed } from '../changes/append.ts'
import { tables } from '../tables.ts'
import type { Written } from './write.ts'

const membersOf = (below: Below | undefined) =>
  new Set([
    ...(below?.device_ids ?? []).map(id => `d${id}`),
    ...(below?.interface_ids ?? []).map(id => `i${id}`),
  ])

async function add(
  em: SqlEntityManager,
  column: 'device_id' | 'interface_id',
  rows: readonly (readonly [string, number])[],
): Promise<void> {
  const [events, ids] = [rows.map(([event]) => event), rows.map(([, id]) => id)]
  await sql`
    insert into events_below (event_id, ${sql.ref(column)})
    select * from unnest(${events}::bigint[], ${ids}::int[])`.execute(tables(em))
}

/** Stores what lies below events: only what differs is written. */
export async function storeBelow(em: SqlEntityManager, { holding }: Pick<Written, 'holding'>): Promise<void> {
  if (holding.length === 0) return
  const ids = holding.map(({ id }) => id)
  const { rows } = await sql<{ event_id: string; members: string[] }>`
    select event_id, array_agg(coalesce('d' || device_id, 'i' || interface_id)) as members
    from events_below where event_id = any (${ids}::bigint[]) group by event_id`.execute(tables(em))
  const stored = new Map(rows.map(row => [row.event_id, new Set(row.members)]))
  const changed = holding.filter(({ id, held }) => {
    const [now, before] = [membersOf(held.below), stored.get(id)]
    return now.size !== (before?.size ?? 0) || [...now].some(member => !before!.has(member))
  })
  if (changed.length === 0) return
  const column = (of: (held: Written['holding'][number]) => readonly number[]) =>
    changed.flatMap(one => [...new Set(of(one))].map(id => [one.id, id] as const))
  const devices = column(({ held }) => held.below?.device_ids ?? [])
  const ports = column(({ held }) => held.below?.interface_ids ?? [])
  await tables(em)
    .deleteFrom('events_below')
    .where(sql<boolean>`event_id = any (${changed.map(({ id }) => id)}::bigint[])`)
    .execute()
  await add(em, 'device_id', devices)
  await add(em, 'interface_id', ports)
}

/**
 * Gives each open event the event above it: the one with the fewest members of those below which it lies. An
 * event about several ports lies below one that has all of them. The one above has more members than the
 * event itself (of the same number, the older one), so there are no circles. What began much earlier has
 * another cause. When the one above ends, what still holds is on its own again.
 */
export async function linkEvents(em: SqlEntityManager, adoptSec: number): Promise<Changed[]> {
  const { rows } = await sql<{ id: string }>`
    with parent as (
      select p.id, p.since, b.members
      from (select event_id, count(*) as members from events_below group by event_id) b
      join events_event p on p.id = b.event_id
      where p.resolved_at is null
    ), member as (
      select e.id, b.event_id as above from events_below b
      join events_event e on e.device_id = b.device_id and e.resolved_at is null
      where b.device_id is not null
      union
      select e.id, b.event_id from events_below b
      join events_event e on e.interface_id = b.interface_id and e.resolved_at is null
      where b.interface_id is not null
      union
      select c.event_id, b.event_id
      from events_below c
      join events_event e on e.id = c.event_id and e.resolved_at is null and e.interface_id is null
      join events_below b on b.interface_id = c.interface_id and b.event_id <> c.event_id
      group by c.event_id, b.event_id
      having count(*) = (select count(*) from events_below o where o.event_id = c.event_id)
    ), wanted as (
      select distinct on (m.id) m.id, p.id as above
      from member m
      join events_event e on e.id = m.id
      join parent p on p.id = m.above
      left join parent own on own.id = m.id
      where p.id <> m.id and e.since >= p.since - make_interval(secs => ${adoptSec})
        and (p.members > coalesce(own.members, 0) or (p.members = own.members and p.id < m.id))
      order by m.id, p.members, p.id
    ), differing as (
      select e.id, w.above from events_event e left join wanted w on w.id = e.id
      where e.resolved_at is null and e.parent_id is distinct from w.above
        and (e.parent_id is not null or w.above is not null)
    )
    update events_event e set parent_id = d.above from differing d where e.id = d.id returning e.id`.execute(
    tables(em),
  )
  return rows.map(({ id }) => ({ id, kind: 'changed' }))
}
