import { PgBoss, systemClock, type Clock } from 'pg-boss'
import type { Logger } from '@linecard/plugin-kit'

/** What a queue forgets and how long it waits, in seconds. */
const DAY_SEC = 24 * 3600
/**
 * pg-boss takes a run away when this is over; until then a run that ignores its signal keeps the next one
 * from starting.
 */
const LONGEST_SEC = DAY_SEC

/**
 * What is due is found by the database's time and, between two looks at it, by a clock that nobody can set: a
 * jump of this machine's clock moves no run.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

export interface QueueOptions {
  url: string
  log: Logger
  trouble(error: unknown): void
  /** Whether this process takes work and finds what is due; otherwise it only asks for runs. */
  serve: boolean
  clock?: Clock
}

/** The queue as this process uses it; it connects when it is started. */
export function openQueue({ url, log, trouble, serve, clock = steadyClock }: QueueOptions): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'linecard jobs',
    max: serve ? 4 : 1,
    connectionTimeoutMillis: 5_000,
    clock,
    // A minute's jobs should start within the minute's first seconds.
    ...(serve
      ? {
          cronMonitorIntervalSeconds: 5,
          cronWorkerIntervalSeconds: 2,
          clockMonitorIntervalSeconds: 60,
          superviseIntervalSeconds: 30,
          monitorIntervalSeconds: 30,
          useListenNotify: true,
        }
      : { supervise: false, schedule: false }),
  })
  boss.on('error', trouble)
  boss.on('warning', warning => log.warn({ warning: warning.message }, 'job queue'))
  return boss
}

/**
 * Makes the queue of one job. A process that was not heard of for `heartbeatSeconds` is dead, and its runs
 * with it.
 */
export async function declareQueue(boss: PgBoss, id: string, heartbeatSeconds: number): Promise<void> {
  const options = {
    retryLimit: 0,
    expireInSeconds: LONGEST_SEC,
    heartbeatSeconds,
    retentionSeconds: DAY_SEC,
    deleteAfterSeconds: DAY_SEC,
    notify: true,
  }
  // `exclusive`: at most one run is waiting or going in the whole installation; what is due beside it is
  // dropped.
  await boss.createQueue(id, { ...options, policy: 'exclusive' })
  await boss.updateQueue(id, options)
}

/**
 * Sets the mark of the last look for due jobs back when it lies in the future: the clock of the database has
 * been put back, and until it had come so far again nobody would look. Nothing runs twice: what was due in a
 * minute is remembered with that minute.
 */
export const unstick = async (boss: PgBoss): Promise<void> => {
  await boss
    .getDb()
    .executeSql(
      "update pgboss.version set cron_on = pgboss.job_now() where cron_on > pgboss.job_now() + interval '10 seconds'",
    )
}
