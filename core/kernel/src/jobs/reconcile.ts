import type { PgBoss, QueueResult } from 'pg-boss'
import type { Logger } from '@linecard/plugin-kit'
import { isUnavailable } from '../database/errors.ts'
import type { CronReader } from './cron.ts'
import { declareQueue } from './queue.ts'
import type { ScheduledJob } from './scheduled-job.ts'
import type { JobSettings } from './settings.ts'
import type { Workers } from './workers.ts'

export interface ReconcileTools {
  boss: PgBoss
  cron: CronReader
  settings: JobSettings
  workers: Workers
  jobs(): readonly ScheduledJob[]
  lostAfterSec: number
  stopped(): boolean
  log: Logger
}

interface Plan {
  cron: string
  enabled: boolean
  /** What the queue has for this job now. */
  scheduled: string | undefined
  queue: QueueResult | undefined
}

/** Makes queue, worker and schedule of one job follow its plan. */
async function follow(job: ScheduledJob, plan: Plan, tools: ReconcileTools): Promise<void> {
  const { boss, cron, workers, lostAfterSec } = tools
  const { id, run } = job
  if (run && !workers.has(id)) {
    await declareQueue(boss, id, lostAfterSec, plan.queue)
    await workers.add({ ...job, run })
  }
  if (!plan.enabled && plan.scheduled !== undefined) await boss.unschedule(id)
  // A process without the plugin leaves the schedule to those that run it.
  if (plan.enabled && run) {
    const wanted = cron.check(plan.cron)
    if (plan.scheduled !== wanted) await boss.schedule(id, wanted, null, { tz: 'UTC' })
  }
}

/** Makes queues, workers and schedules follow the enabled components and what operators set. */
export async function reconcile(tools: ReconcileTools): Promise<void> {
  const { boss, settings, workers, jobs, stopped, log } = tools
  const wanted = jobs()
  for (const id of workers.ids())
    if (!wanted.some(job => job.id === id && job.run))
      await workers.remove(id, 'its component was switched off')
  const [given, schedules, queues] = await Promise.all([
    settings.read(),
    boss.getSchedules(),
    // Only a job that is new here needs its queue.
    wanted.some(({ id, run }) => run && !workers.has(id)) ? boss.getQueues() : [],
  ])
  for (const { name } of schedules) if (!wanted.some(job => job.id === name)) await boss.unschedule(name)
  for (const job of wanted) {
    if (stopped()) return
    const setting = given.get(job.id)
    const plan = {
      cron: setting?.cron ?? job.cron,
      enabled: setting?.enabled ?? true,
      scheduled: schedules.find(({ name }) => name === job.id)?.cron,
      queue: queues.find(({ name }) => name === job.id),
    }
    await follow(job, plan, tools).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      // A wrong cron must not keep the other jobs from running.
      log.error({ err: error, job: job.id, cron: job.cron }, 'the job cannot be scheduled')
    })
  }
}
