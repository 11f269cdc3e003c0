import type { Context, Job } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { trimDays } from './light/store.ts'
import { findFalling, oltIds } from './light/trend.ts'

const trim: Job<Context<Config>> = {
  summary: 'Removes old days of the light of ONUs',
  cron: '37 4 * * *',
  timeoutSec: 1800,
  async run(ctx, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.light_days * 86_400_000)
    const removed = await trimDays(() => ctx.em(), before.toISOString().slice(0, 10), signal)
    log.info({ removed }, 'old days of light removed')
  },
}

const trends: Job<Context<Config>> = {
  summary: 'Finds ONUs whose light falls slowly',
  cron: '12 2 * * *',
  timeoutSec: 7200,
  async run(ctx, { signal, log, progress }) {
    const olts = await oltIds(ctx.em())
    let falling = 0
    for (const [at, id] of olts.entries()) {
      signal.throwIfAborted()
      falling += await findFalling(ctx.em(), id, ctx.clock())
      progress(at + 1, olts.length)
    }
    log.info({ olts: olts.length, falling }, 'trends of light found')
  },
}

export const jobs = { trim, trends }
