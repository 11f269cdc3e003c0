import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { removeClosed } from './reading/close.ts'
import { removeChangesBefore, removeSurplusChanges } from './history.ts'

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
