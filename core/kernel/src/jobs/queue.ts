import { PgBoss, systemClock, type Clock, type QueueResult } from 'pg-boss'
import type { Logger } from '@linecard/plugin-kit'
import { routeOf } from '../database/tls.ts'

/** How long the queue keeps entries, in seconds. */
const daySec = 24 * 3600
/**
 * After this time pg-boss gives a run up. Until then a run that ignores its signal keeps the next one from
 * starting.
 */
const maxRunSec = daySec

/**
 * What is due is found by the time of the database and, in between, by the monotonic clock: a jump of this
 * machine's clock moves no run.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/**
 * Connections of the queue of one process: that takes runs, one of them to listen, or that only asks for
 * some.
 */
export const queueConnections = { serve: 5, ask: 1 } as const

export interface QueueOptions {
  url: string
  log: Logger
  logFailure(error: unknown): void
  /** Whether this process takes runs and finds what is due. If not, it only asks for runs. */
  serve: boolean
  clock?: Clock
}

/** The queue as this process uses it. It connects when it is started. */
export function openQueue({ url, log, logFailure, serve, clock = steadyClock }: QueueOptions): PgBoss {
  const boss = new PgBoss({
    ...routeOf(url),
    application_name: 'linecard jobs',
    max: serve ? queueConnections.serve - 1 : queueConnections.ask,
    connectionTimeoutMillis: 5_000,
    clock,
    // The jobs of a minute should start within its first seconds.
    ...(serve
      ? {
          cronMonitorIntervalSeconds: 5,
          cronWorkerIntervalSeconds: 2,
          clockMonitorIntervalSeconds: 60,
          // Work whose process died is found within twice this time: the process that looked last may be it.
          superviseIntervalSeconds: 4,
          monitorIntervalSeconds: 4,
          // Ended runs go so long after their time at the latest.
          maintenanceIntervalSeconds: 3_600,
          useListenNotify: true,
        }
      : { supervise: false, schedule: false }),
  })
  boss.on('error', logFailure)
  boss.on('warning', warning => log.warn({ warning: warning.message }, 'job queue'))
  return boss
}

/**
 * Makes the queue of one job, if `known` shows that there is none or another one. A process without a
 * heartbeat for `heartbeatSeconds` is dead, and so are its runs.
 */
export async function declareQueue(
  boss: PgBoss,
  id: string,
  heartbeatSeconds: number,
  known: QueueResult | null | undefined,
): Promise<void> {
  const options = {
    retryLimit: 0,
    expireInSeconds: maxRunSec,
    heartbeatSeconds,
    retentionSeconds: daySec,
    deleteAfterSeconds: daySec,
    notify: true,
  }
  // `exclusive`: at most one run waits or runs in the whole installation. What is due meanwhile is dropped.
  if (!known) return boss.createQueue(id, { ...options, policy: 'exclusive' })
  const names = Object.keys(options) as (keyof typeof options)[]
  if (names.some(name => known[name] !== options[name])) await boss.updateQueue(id, options)
}

/**
 * Resets the time of the last search for due jobs if it lies in the future. This is so after the clock of the
 * database was put back; until then no process would search. Nothing runs twice: the queue remembers the
 * minute of each run.
 */
export const resetFutureMark = async (boss: PgBoss): Promise<void> => {
  // pg-boss has no call for this, and its tables are not ours to type.
  await boss.getDb().executeSql(`
    update pgboss.version set cron_on = pgboss.job_now()
    where cron_on > pgboss.job_now() + interval '10 seconds'`)
}
