import type { Job } from '@linecard/plugin-kit'
import { retain } from './embedded/retain.ts'
import { rollUp } from './embedded/roll-up.ts'
import { summarize } from './embedded/summarize.ts'
import { dayMs, sampleTier } from './embedded/tiers.ts'
import type { Metrics } from './setup.ts'

const roll: Job<Metrics> = {
  summary: 'Makes averages of 5 minutes, an hour and a day of the values in PostgreSQL',
  cron: '*/5 * * * *',
  timeoutSec: 1800,
  async run({ ctx, embedded: { partitions } }, { signal, log }) {
    const now = ctx.clock().getTime()
    // Nobody waits for the partition of the next day.
    await partitions.need(sampleTier, now + dayMs)
    await summarize(ctx.em(), now)
    if (ctx.config.store !== 'embedded') return
    const slices = await rollUp({ em: () => ctx.em(), partitions, now, signal })
    if (slices > 0) log.info({ slices }, 'series rolled up')
  },
}

const clean: Job<Metrics> = {
  summary: 'Drops values that are too old, and the oldest if there are too many',
  cron: '41 * * * *',
  timeoutSec: 1800,
  async run({ ctx, embedded: { partitions, ids } }, { log }) {
    const options = { em: () => ctx.em(), partitions, now: ctx.clock().getTime(), log }
    const { dropped, series } = await retain({ ...options, kept: ctx.config })
    if (series > 0) ids.forget()
    if (dropped.length > 0 || series > 0) log.info({ dropped, series }, 'old series removed')
  },
}

export const jobs = { roll_up: roll, clean_up: clean }
