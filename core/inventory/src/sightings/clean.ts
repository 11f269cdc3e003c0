import type { SqlEntityManager } from '@mikro-orm/postgresql'

/**
 * Interfaces whose sightings are looked through by one statement: no index holds `last_seen`, which moves all
 * the time.
 */
const STEP = 5_000

/**
 * Removes what was last seen before, and what is kept of interfaces whose MAC addresses are not to be kept.
 * Gives how many.
 */
export async function removeOldSightings(
  em: () => SqlEntityManager,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const [span] = await em().execute<{ least: number | null; most: number | null }[]>(
    'select min(interface_id) as least, max(interface_id) as most from inventory_sighting',
  )
  let removed = 0
  for (let from = span?.least ?? 1; from <= (span?.most ?? 0) && !signal.aborted; from += STEP) {
    const rows = await em().execute<{ count: number }[]>(
      `
      with gone as (
        delete from inventory_sighting s using inventory_interface i
        where s.interface_id between ? and ? and i.id = s.interface_id and (s.last_seen < ? or not i.fdb_enabled) returning 1
      ) select count(*)::int as count from gone`,
      [from, from + STEP - 1, before],
    )
    removed += rows[0]!.count
  }
  return removed
}
