import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { asNew, type Plan, type Row } from './plan.ts'
import { belowPon, type Reading } from './seen.ts'

type Db = ReturnType<typeof tables>

/** State of a port that its device does not list any more. Of an ONU without ident nothing is known. */
const absent = ({ type }: Row) => (belowPon(type) ? null : 'NotPresent')

/** The state of a row that has vanished just now. Its history says when. */
function markAbsent(plan: Plan, row: Row): void {
  const status = absent(row)
  if (row.status === status || !row.poll_enabled) return
  plan.update.push({ ...asNew(row), id: row.id, status, status_changed: true })
  plan.changes.push({ bind_key: row.bind_key, status, previous: row.status })
}

/**
 * Takes interfaces out of `plan.remove` whose grace time has not ended: a card restarts, or a restarting
 * agent gives a list that is complete and too short. One whose bind key another interface has now cannot be
 * kept. Where there is no room for new ones, those go first about which nobody has written anything. A
 * negative grace has no end.
 *
 * @param room how many rows there may be
 */
export async function spareVanished(
  db: Db,
  plan: Plan,
  stored: readonly Row[],
  { interfaces }: Reading,
  { now, graceSec, room }: { now: Date; graceSec: number; room: number },
): Promise<void> {
  const moved = new Set(plan.update.map(({ id }) => id))
  const back = stored.filter(row => row.vanished && (interfaces.has(row.bind_key) || moved.has(row.id)))
  if (back.length)
    await sql`
      delete from inventory_vanished
      where interface_id = any (${back.map(({ id }) => id)}::int[])`.execute(db)
  if (graceSec === 0 || plan.remove.length === 0) return
  const byId = new Map(stored.map(row => [row.id, row]))
  const waits = (row: Row) =>
    !interfaces.has(row.bind_key) &&
    (graceSec < 0 || now.getTime() - (row.vanished ?? now).getTime() < graceSec * 1000)
  const waiting = plan.remove.map(id => byId.get(id)!).filter(waits)
  const free = room - (stored.length - plan.remove.length - plan.close.length) - plan.insert.length
  const noted = waiting.filter(row => row.noted)
  const others = waiting.filter(row => !row.noted).slice(0, Math.max(0, free - noted.length))
  const spared = new Map([...noted, ...others].map(row => [row.id, row]))
  plan.remove = plan.remove.filter(id => !spared.has(id))
  const fresh = [...spared.values()].filter(row => row.vanished === null)
  if (fresh.length === 0) return
  for (const row of fresh) markAbsent(plan, row)
  await sql`
    insert into inventory_vanished (interface_id, since)
    select id, ${now}::timestamptz from unnest(${fresh.map(({ id }) => id)}::int[]) as id
    on conflict do nothing`.execute(db)
}
