import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { interruptEnded } from './run-state.ts'
import { forgetBefore } from './runs.ts'

/** Reports that one statement removes. Each may have as many lines as a file. */
const batchReports = 10

export const trimImports: Job<Inventory> = {
  summary: 'Removes old reports of imports',
  cron: '27 3 * * *',
  timeoutSec: 1800,
  async run(inventory, { signal, log }) {
    const { ctx } = inventory
    await interruptEnded(inventory)
    const before = new Date(ctx.clock().getTime() - ctx.config.import_days * 86_400_000)
    let removed = 0
    for (let count = batchReports; count === batchReports && !signal.aborted;)
      removed += count = await forgetBefore(ctx.em(), before, batchReports)
    log.info({ removed }, 'old reports of imports removed')
  },
}
