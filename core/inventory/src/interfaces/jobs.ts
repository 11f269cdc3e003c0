import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { tables } from '../tables.ts'
import { removeClosed } from './reading/close.ts'
import { removeChangesBefore, removeSurplusChanges } from './history.ts'

export const refreshInterfaces: Job<Inventory> = {
  summary: 'Reads the interfaces of all enabled devices',
  cron: '*/5 * * * *',
  timeoutSec: 1800,
  async run({ ctx, refresher }, { signal, log }) {
    const rows = await tables(ctx.em())
      .selectFrom('inventory_device')
      .select('id')
      .where('enabled', '=', true)
      .orderBy('refreshed_at', key => key.asc().nullsFirst())
      .orderBy('id')
      .execute()
    const { answered, failed } = await refresher.all(
      rows.map(({ id }) => id),
      signal,
    )
    log.info({ devices: rows.length, answered, failed }, 'interfaces read')
  },
}

/** Rows that one statement removes, so that its locks and its transaction stay short. */
const batchRows = 10_000

export const trimHistory: Job<Inventory> = {
  summary: 'Removes old status changes of interfaces',
  cron: '41 2 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const { status_history_days: days, status_history_rows: maxRows } = ctx.config
    const closedBefore = new Date(ctx.clock().getTime() - ctx.config.closed_onu_days * 86_400_000)
    const before = new Date(ctx.clock().getTime() - days * 86_400_000)
    const removals = [
      () => removeChangesBefore(ctx.em(), before, batchRows),
      () => removeSurplusChanges(ctx.em(), maxRows, batchRows),
      () => removeClosed(ctx.em(), closedBefore, batchRows),
    ]
    let removed = 0
    for (const remove of removals)
      for (let count = batchRows; count === batchRows && !signal.aborted;) removed += count = await remove()
    log.info({ removed }, 'old status changes removed')
  },
}
