import type { Context } from '@linecard/plugin-kit'
import { askedPollsService } from './asked-polls.ts'
import type { Base } from './base.ts'
import type { Config } from './config.ts'
import { createCounts } from './counts.ts'
import { followPollNow } from './poll-now.ts'
import { startSchedule } from './schedule.ts'
import { workGroupsService } from './work-groups.ts'
import { startWorker } from './polling/worker.ts'

/** The plugin while it runs. */
export interface Pollers extends Base {
  /** What was started, to be ended in reverse. */
  ends: (() => Promise<void>)[]
}

const queueName = (worker: string) => (worker ? `pollers.${worker}` : 'pollers')

export function setup(ctx: Context<Config>): Pollers {
  ctx.provide('work-groups', workGroupsService(ctx))
  ctx.provide('asked-polls', askedPollsService(ctx))
  const leaseSec = ctx.config.lease_sec
  return {
    ctx,
    counts: createCounts(),
    plans: () => ({
      pollers: ctx.use('installation').pollers(),
      intervals: ctx.config.intervals,
      supports: ctx.use('equipment').supports,
      cautions: ctx.use('equipment').cautions,
    }),
    queue: worker => ctx.use('work').queue(queueName(worker), leaseSec),
    ends: [],
  }
}

/** Begins to plan and to poll, in processes that do so. */
export function started(pollers: Pollers): void {
  const work = pollers.ctx.use('work')
  if (work.plans) pollers.ends.push(startSchedule(pollers))
  if (work.takes) pollers.ends.push(startWorker(pollers))
  pollers.ends.push(followPollNow(pollers.ctx))
  const forget = work.onStop(() => stop(pollers))
  pollers.ends.unshift(async () => void forget())
}

export async function stop({ ends }: Pollers): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
