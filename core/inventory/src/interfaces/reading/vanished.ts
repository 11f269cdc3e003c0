import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import type { Plan, Row } from './plan.ts'
import type { Reading } from './seen.ts'

type Db = ReturnType<typeof tables>

/**
 * Takes interfaces out of `plan.remove` whose grace time has not ended: a restarting agent may give a list
 * that is complete and too short. One whose bind key another interface has now cannot be kept. A negative
 * grace has no end.
 */
export async function spareVanished(
  db: Db,
  plan: Plan,
  stored: readonly Row[],
  { interfaces }: Reading,
  { now, graceSec }: { now: Date; graceSec: number },
): Promise<void> {
  if (graceSec === 0) return
  const byId = new Map(stored.map(row => [row.id, row]))
  const waiting = plan.remove.filter(id => !interfaces.has(byId.get(id)?.bind_key ?? ''))
  const known = stored.map(({ id }) => id)
  // What is listed again has not vanished.
  await sql`
    delete from inventory_vanished
    where interface_id = any (${known}::int[]) and not interface_id = any (${waiting}::int[])`.execute(db)
  if (waiting.length === 0) return
  const { rows } = await sql<{ id: number }>`
    insert into inventory_vanished as v (interface_id, since)
    select id, ${now}::timestamptz from unnest(${waiting}::int[]) as id
    on conflict (interface_id) do update set since = v.since
    returning case when ${graceSec}::int < 0
      or v.since > ${now}::timestamptz - make_interval(secs => ${graceSec})
      then v.interface_id end as id`.execute(db)
  const spared = new Set(rows.map(({ id }) => id))
  plan.remove = plan.remove.filter(id => !spared.has(id))
}
