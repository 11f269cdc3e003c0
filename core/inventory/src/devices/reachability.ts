import type { Context, Reachability, Reached } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** What was told holds for so long, in ms: then other calls may change the status again. */
export const heldMs = 600_000
/**
 * The time of a telling is written again after so long, in ms, so that a telling costs a row now and then.
 */
const rewriteMs = 120_000

/** Whether somebody tells the status of the device of a row of `inventory_device`, or of its alias. */
export const toldOf = (now: Date, alias = 'inventory_device') => sql<boolean>`exists (
  select from inventory_reached r where r.device_id = ${sql.ref(alias)}.id
    and r.told_at > ${new Date(now.getTime() - heldMs)}::timestamptz)`

/** The newest of several findings about one device. */
function newest(found: readonly Reached[]): Reached[] {
  const byDevice = new Map<number, Reached>()
  for (const one of found) {
    const known = byDevice.get(one.device_id)
    if (!known || known.time <= one.time) byDevice.set(one.device_id, one)
  }
  // In one order everywhere, so that two tellers never wait for each other.
  return [...byDevice.values()].toSorted((a, b) => a.device_id - b.device_id)
}

/** The statuses of devices, as the one who watches them tells. */
export const reachabilityService = (ctx: Pick<Context, 'em' | 'clock'>): Reachability => ({
  async note(found, given) {
    const rows = newest(found)
    if (rows.length === 0) return
    const now = ctx.clock()
    const told = sql`unnest(
      ${rows.map(row => row.device_id)}::int[],
      ${rows.map(row => row.status ?? 'Unknown')}::text[],
      ${rows.map(row => row.time)}::timestamptz[]) as t (id, status, time)`
    const write = async (em: SqlEntityManager) => {
      const db = tables(em)
      await sql`
        update inventory_device d set status = t.status, status_changed_at = t.time
        from ${told} where d.id = t.id and d.status <> t.status`.execute(db)
      // Unknown: whoever asks the device next may say what it is.
      await sql`
        delete from inventory_reached r using ${told}
        where r.device_id = t.id and t.status = 'Unknown'`.execute(db)
      await sql`
        insert into inventory_reached as r (device_id, told_at)
        select t.id, ${now}::timestamptz from ${told} join inventory_device d on d.id = t.id
        where t.status <> 'Unknown' order by t.id
        on conflict (device_id) do update set told_at = excluded.told_at
          where r.told_at < ${new Date(now.getTime() - rewriteMs)}::timestamptz`.execute(db)
    }
    await (given ? write(given) : ctx.em().transactional(write))
  },
})
