import type { PgBoss } from 'pg-boss'
import type { Events, JobTask, Jobs } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { argsOf } from './arguments.ts'
import type { CronReader } from './cron.ts'
import { declareQueue } from './queue.ts'
import type { RunStore } from './runs.ts'
import type { ScheduledJob } from './scheduled-job.ts'
import type { JobSetting, JobSettings } from './settings.ts'

/** Broadcast to every process after a job was changed. */
export const jobsChanged = 'kernel.jobs'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [jobsChanged]: { key: string }
  }
}

/** What the queue holds of a run that a person asked for. */
export interface Requested {
  requested_by?: string
  args?: Record<string, unknown>
}

export interface ServiceOptions {
  jobs(): readonly ScheduledJob[]
  settings: JobSettings
  runs: RunStore
  cron: CronReader
  events: Pick<Events, 'broadcast'>
  /** The queue, connected. */
  queue(): Promise<PgBoss>
  /** Marks the runs whose process died. */
  markLost(): Promise<void>
  lostAfterSec: number
}

/** Ends the last run in the queue too, if only its report says that it is lost. True: it does. */
async function endLost(boss: PgBoss, runs: ServiceOptions['runs'], key: string): Promise<boolean> {
  const last = (await runs.last()).get(key)
  if (last?.status !== 'lost') return false
  await boss.fail(key, last.id, { message: 'lost' })
  return true
}

/** What operators see of jobs and do with them. It is the same in a service and in a command. */
export function jobsService({
  jobs,
  settings,
  runs,
  cron,
  events,
  queue,
  markLost,
  lostAfterSec,
}: ServiceOptions): Jobs {
  const jobOf = (key: string): ScheduledJob => {
    const job = jobs().find(one => one.id === key)
    if (!job) throw fail('JOB_UNKNOWN', { key })
    return job
  }
  /** The plugin's own expression may be wrong. Then the job is never due. */
  const nextOf = (expression: string): Date[] => {
    try {
      return cron.next(cron.check(expression), new Date())
    } catch {
      return []
    }
  }
  const taskOf = (job: ScheduledJob, setting: JobSetting | undefined, last: JobTask['last_run']): JobTask => {
    const expression = setting?.cron ?? job.cron
    const enabled = setting?.enabled ?? true
    return {
      key: job.id,
      component: job.component,
      summary: job.summary,
      cron: expression,
      default_cron: job.cron,
      enabled,
      timeout_sec: job.timeoutSec,
      args: (job.args as Record<string, unknown> | undefined) ?? null,
      next_runs: enabled ? nextOf(expression) : [],
      running: last?.status === 'running',
      last_run: last,
      updated_at: setting?.updatedAt ?? null,
      updated_by: setting?.updatedBy ?? null,
    }
  }
  const list = async (): Promise<JobTask[]> => {
    await markLost()
    const [given, last] = await Promise.all([settings.read(), runs.last()])
    return jobs()
      .map(job => taskOf(job, given.get(job.id), last.get(job.id) ?? null))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  return {
    list,
    async update(key, { cron: text, enabled }, caller) {
      const job = jobOf(key)
      const expression = typeof text === 'string' ? cron.check(text) : text
      await settings.write(key, { cron: expression === job.cron ? null : expression, enabled }, caller.login)
      await events.broadcast(jobsChanged, { key })
      return (await list()).find(task => task.key === key)!
    },
    async runNow(key, caller, given = {}) {
      const job = jobOf(key)
      const args = argsOf(key, job.args, given)
      const boss = await queue()
      await markLost()
      await declareQueue(boss, job.id, lostAfterSec, await boss.getQueue(job.id))
      const wanted: Requested = { requested_by: caller.login, ...(Object.keys(args).length > 0 && { args }) }
      const send = () => boss.send(job.id, wanted)
      const id = (await send()) ?? ((await endLost(boss, runs, key)) ? await send() : null)
      if (!id) throw fail('JOB_RUNNING', { key })
      return { id }
    },
    async reports(filter) {
      await markLost()
      return runs.find(filter)
    },
    forget: days => runs.forget(days),
  }
}
