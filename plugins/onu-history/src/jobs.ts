import type { Job } from '@linecard/plugin-kit'
import { trimDays } from './light/store.ts'
import type { OnuHistory } from './setup.ts'

const trim: Job<OnuHistory> = {
  summary: 'Removes old days of the light of ONUs',
  cron: '37 4 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.light_days * 86_400_000)
    const removed = await trimDays(() => ctx.em(), before.toISOString().slice(0, 10), signal)
    log.info({ removed }, 'old days of light removed')
  },
}

export const jobs = { trim }
