import type { Job } from '@linecard/plugin-kit'
import { clearRuns } from './runs/store.ts'
import type { Macros } from './setup.ts'

const dayMs = 24 * 60 * 60 * 1000

export const jobs: Record<string, Job<Macros>> = {
  clear_runs: {
    summary: 'Removes runs of macros that are older than the setting `macros.keep_runs_days`',
    cron: '35 3 * * *',
    timeoutSec: 600,
    async run({ ctx }, { log }) {
      const before = new Date(ctx.clock().getTime() - ctx.config.keep_runs_days * dayMs)
      log.info({ runs: await clearRuns(ctx, before) }, 'old runs of macros are removed')
    },
  },
}
