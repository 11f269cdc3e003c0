import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { forgetBefore } from './runs.ts'

/** Reports removed by one statement, each with up to as many lines as a file may have. */
const BATCH = 10

export const trimImports: Job<Inventory> = {
  summary: 'Forgets old reports of imports',
  cron: '27 3 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.import_days * 86_400_000)
    let removed = 0
    for (let count = BATCH; count === BATCH && !signal.aborted;)
      removed += count = await forgetBefore(ctx.em(), before, BATCH)
    log.info({ removed }, 'old reports of imports removed')
  },
}
