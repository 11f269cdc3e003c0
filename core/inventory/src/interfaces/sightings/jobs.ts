import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'

/**
 * Interfaces whose sightings one statement reads. No index contains `last_seen`, because it changes with each
 * reading.
 */
const step = 5_000

/**
 * Removes sightings from before a time, and those of interfaces that keep no MAC addresses. Returns how many.
 */
async function removeOldSightings(
  em: () => SqlEntityManager,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const { least, most } = await tables(em())
    .selectFrom('inventory_sighting')
    .select(query => [query.fn.min('interface_id').as('least'), query.fn.max('interface_id').as('most')])
    .executeTakeFirstOrThrow()
  let removed = 0
  for (let from = least ?? 1; from <= (most ?? 0) && !signal.aborted; from += step) {
    const { numDeletedRows } = await tables(em())
      .deleteFrom('inventory_sighting as s')
      .using('inventory_interface as i')
      .where(sql<boolean>`s.interface_id between ${from} and ${from + step - 1}`)
      .whereRef('i.id', '=', 's.interface_id')
      .where(sql<boolean>`(s.last_seen < ${before}::timestamptz or not i.fdb_enabled)`)
      .executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
  }
  return removed
}

export const trimSightings: Job<Inventory> = {
  summary: 'Removes MAC addresses that have not been seen for a long time',
  cron: '11 3 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.sighting_days * 86_400_000)
    log.info(
      { removed: await removeOldSightings(() => ctx.em(), before, signal) },
      'old MAC addresses removed',
    )
  },
}
