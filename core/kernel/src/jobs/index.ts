import type { Clock, PgBoss } from 'pg-boss'
import type { Events, Jobs, Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { eventsMissed } from '../events/index.ts'
import { mutex } from '@linecard/plugin-kit/concurrency'
import { cronReader } from './cron.ts'
import { failureLog } from './failure-log.ts'
import { runMissed } from './missed.ts'
import { queueConnection } from './queue-connection.ts'
import { openQueue, resetFutureMark } from './queue.ts'
import { reconcile } from './reconcile.ts'
import { runOnce } from './run.ts'
import { runStore } from './runs.ts'
import type { ScheduledJob } from './scheduled-job.ts'
import { jobsChanged, jobsService, type Requested } from './service.ts'
import { jobSettings } from './settings.ts'
import { abortMs, createWorkers, settledWithin } from './workers.ts'

export type { ScheduledJob } from './scheduled-job.ts'

export interface JobsOptions {
  database: Database
  events: Events
  log: Logger
  /** Jobs of all enabled components, as they are now. */
  jobs(): readonly ScheduledJob[]
  /** False in a command: it runs no job, but can change and read them. */
  serve: boolean
  /** A process without a heartbeat for so long is dead. 60 s by default, at least 10. */
  lostAfterSec?: number
  /**
   * How often a process looks for runs whose process died, and for changes that it missed, in ms. 30 s by
   * default.
   */
  tidyMs?: number
  /** For tests. */
  clock?: Clock
}

export interface Scheduler {
  readonly service: Jobs
  /** The queue of the installation, connected. */
  queue(): Promise<PgBoss>
  /** Why a cron expression cannot be used. Null if it can. */
  cronFault(cron: string): string | null
  /** Begins to run jobs. @throws when the database is away */
  start(): Promise<void>
  /** Takes over changes: jobs that came or went with their components, and what operators set. */
  follow(): Promise<void>
  /** Takes no new run, waits `graceMs` for running ones, then aborts their signals. Never throws. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs jobs by their cron (UTC). Each run takes place in exactly one of all processes. A job never runs twice
 * at once: what is due during a run is dropped. What was missed while no process ran is made up for once. No
 * failure of the database ends the process.
 */
export function createScheduler(options: JobsOptions): Scheduler {
  const { database, events, log, jobs, serve, lostAfterSec = 60, tidyMs = 30_000, clock } = options
  const logFailure = failureLog(log)
  const boss = openQueue({ url: database.url, log, logFailure, serve, clock })
  const queue = queueConnection(boss)
  const cron = cronReader(boss)
  const settings = jobSettings(database)
  const runs = runStore(database, lostAfterSec)
  const workers = createWorkers(boss, (job, { id, data, signal }, stopping) => {
    const { requested_by: requestedBy = null, args = null } = (data ?? {}) as Requested
    const tools = { runs, settings, events, log, stopping, logFailure }
    return runOnce(job, { id, signal, requestedBy, args }, tools)
  })
  const inTurn = mutex()
  const unsubscribe: (() => void)[] = []
  let stopped = false

  /** Marks runs whose process died. Else they would keep the next run from starting. */
  const markLost = async (): Promise<void> => {
    const lost = await runs.markLost()
    // A command leaves the queue to the service: it would have to connect to it first.
    if (serve && queue.current())
      for (const { key, id } of lost) await (await queue.connected()).fail(key, id, { message: 'lost' })
  }

  const tools = { boss, cron, settings, workers, jobs, lostAfterSec, stopped: () => stopped, log }
  const follow = (): Promise<void> =>
    inTurn(async () => {
      if (stopped || !serve || !queue.current()) return
      await queue.current()
      await reconcile(tools)
    })
  const followEvent = () => follow().catch(logFailure)

  const tidy = () =>
    Promise.all([
      markLost(),
      resetFutureMark(boss),
      follow().then(() => runMissed({ database, boss, cron, runs, log })),
    ]).catch(logFailure)

  const stop = async (graceMs: number): Promise<void> => {
    stopped = true
    for (const end of unsubscribe.splice(0)) end()
    await settledWithin(inTurn.idle(), abortMs)
    if (!queue.used()) return
    const ended = boss.stop({ graceful: serve, timeout: graceMs + abortMs }).catch(logFailure)
    await workers.finish(graceMs, 'the service stops')
    await settledWithin(ended, 2 * abortMs)
  }

  return {
    service: jobsService({
      jobs,
      settings,
      runs,
      cron,
      events,
      queue: queue.connected,
      markLost,
      lostAfterSec,
    }),
    queue: queue.connected,
    cronFault: cron.fault,
    follow,
    stop,
    async start() {
      try {
        await queue.connected()
        unsubscribe.push(events.on(jobsChanged, followEvent), events.on(eventsMissed, followEvent))
        await follow()
        const timer = setInterval(tidy, tidyMs)
        unsubscribe.push(() => clearInterval(timer))
      } catch (error) {
        await stop(0)
        throw error
      }
    },
  }
}
