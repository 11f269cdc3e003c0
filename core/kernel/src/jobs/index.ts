import type { Clock } from 'pg-boss'
import type { Events, Jobs, JobTools, Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/errors.ts'
import { MISSED } from '../events/index.ts'
import { cronReader } from './cron.ts'
import { makeUp } from './missed.ts'
import { declareQueue, openQueue, unstick } from './queue.ts'
import { runOnce } from './run.ts'
import { runStore } from './runs.ts'
import { JOBS_CHANGED, jobsService } from './service.ts'
import { jobSettings } from './settings.ts'
import { troubleLog } from './trouble.ts'
import { ABORT_MS, createWorkers, settledWithin } from './workers.ts'

export interface ScheduledJob {
  /** Name of its queue: letters, digits, `_ - . /`. */
  id: string
  /** Who brought it. */
  component: string
  summary: string
  /** Five-field cron in UTC, unless an operator says otherwise. */
  cron: string
  timeoutSec: number
  /** Null where its plugin does not run on this process; others may have it. */
  run: ((tools: JobTools) => Promise<void>) | null
}

export interface JobsOptions {
  database: Database
  events: Events
  log: Logger
  /** Jobs of all enabled components, as they are now. */
  jobs(): readonly ScheduledJob[]
  /** False in a command: it runs nothing, but may change and ask. */
  serve: boolean
  /**
   * A process that has not been heard of for so long is dead, and its runs with it; 60 s unless said, at
   * least 10.
   */
  lostAfterSec?: number
  /**
   * How often a process looks after runs whose process died, and after changes it was not told of, in ms; 30
   * s unless said.
   */
  tidyMs?: number
  /** For tests. */
  clock?: Clock
}

export interface Scheduler {
  readonly service: Jobs
  /** Begins to work. @throws when the database is away */
  start(): Promise<void>
  /** Takes over what changed: jobs that came or went with their components, what operators set. */
  follow(): Promise<void>
  /** Takes no new run, waits `graceMs` for running ones, then aborts their signals. Never throws. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs jobs by their cron (UTC): each run on exactly one of all processes, never beside itself (what is due
 * while a run is going is dropped; what was missed while nobody ran is made up for once). Whether the
 * database is there or not, nothing here ends the process.
 */
export function createScheduler({
  database,
  events,
  log,
  jobs,
  serve,
  lostAfterSec = 60,
  tidyMs = 30_000,
  clock,
}: JobsOptions): Scheduler {
  const trouble = troubleLog(log)
  const boss = openQueue({ url: database.url, log, trouble, serve, clock })
  const cron = cronReader(boss)
  const settings = jobSettings(database)
  const runs = runStore(database, lostAfterSec)
  const workers = createWorkers(boss, (job, { id, data, signal }, stopping) => {
    const requestedBy = (data as { requested_by?: string } | null)?.requested_by ?? null
    return runOnce(job, { id, signal, requestedBy }, { runs, events, log, stopping, trouble })
  })
  const leave: (() => void)[] = []
  let opening: Promise<unknown> | null = null
  let used = false
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()
  const queue = async () => {
    used = true
    await (opening ??= boss.start().catch((error: unknown) => {
      opening = null
      throw error
    }))
    return boss
  }

  /** Marks what died with its process, so that it does not keep the next run from starting. */
  const bury = async (): Promise<void> => {
    const dead = await runs.buryLost()
    // A command leaves that to the service: it would have to connect to the queue first.
    if (serve && opening)
      for (const { key, id } of dead) await (await queue()).fail(key, id, { message: 'lost' })
  }

  interface Plan {
    expression: string
    enabled: boolean
    known: string | undefined
  }
  const plan = async (job: ScheduledJob, { expression, enabled, known }: Plan): Promise<void> => {
    const { run } = job
    if (run && !workers.has(job.id)) {
      await declareQueue(boss, job.id, lostAfterSec)
      await workers.add({ ...job, run })
    }
    if (!enabled && known !== undefined) await boss.unschedule(job.id)
    // Where the plugin does not run, those who do run it plan it.
    if (enabled && run) {
      const wanted = cron.check(expression)
      if (known !== wanted) await boss.schedule(job.id, wanted, null, { tz: 'UTC' })
    }
  }

  const reconcile = async (): Promise<void> => {
    if (stopped || !serve || !opening) return
    await opening
    const wanted = jobs()
    for (const id of workers.ids())
      if (!wanted.some(job => job.id === id && job.run))
        await workers.remove(id, 'its component was switched off')
    const [given, schedules] = await Promise.all([settings.read(), boss.getSchedules()])
    for (const { name } of schedules) if (!wanted.some(job => job.id === name)) await boss.unschedule(name)
    for (const job of wanted) {
      if (stopped) return
      const setting = given.get(job.id)
      const known = schedules.find(({ name }) => name === job.id)
      await plan(job, {
        expression: setting?.cron ?? job.cron,
        enabled: setting?.enabled ?? true,
        known: known?.cron,
      }).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        // One wrong cron must not keep the others from running.
        log.error({ err: error, job: job.id, cron: job.cron }, 'the job cannot be scheduled')
      })
    }
  }
  /** One after the other. */
  const follow = (): Promise<void> => {
    const mine = last.then(reconcile)
    last = mine.catch(() => undefined)
    return mine
  }
  const hear = () => follow().catch(trouble)

  const stop = async (graceMs: number): Promise<void> => {
    stopped = true
    for (const end of leave.splice(0)) end()
    await settledWithin(last, ABORT_MS)
    if (!used) return
    const ended = boss.stop({ graceful: serve, timeout: graceMs + ABORT_MS }).catch(trouble)
    await workers.finish(graceMs, 'the service stops')
    await settledWithin(ended, 2 * ABORT_MS)
  }

  return {
    service: jobsService({ jobs, settings, runs, cron, events, queue, bury, heartbeatSec: lostAfterSec }),
    follow,
    stop,
    async start() {
      try {
        await queue()
        leave.push(events.on(JOBS_CHANGED, hear), events.on(MISSED, hear))
        await follow()
        const tidy = setInterval(() => {
          Promise.all([
            bury(),
            unstick(boss),
            follow().then(() => makeUp({ database, boss, cron, runs, log })),
          ]).catch(trouble)
        }, tidyMs)
        leave.push(() => clearInterval(tidy))
      } catch (error) {
        await stop(0)
        throw error
      }
    },
  }
}
