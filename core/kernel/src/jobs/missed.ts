import type { PgBoss } from 'pg-boss'
import type { Logger } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { tables } from '../tables.ts'
import type { CronReader } from './cron.ts'
import type { RunStore } from './runs.ts'

/** An arbitrary number. The holder of this advisory lock is the only one who makes up for missed runs. */
const advisoryLock = 5_140_703
/** A run that came due within this time is started by the queue itself, in ms. */
const onItsWayMs = 90_000
/** A run that was missed longer ago is not made up for, in ms. */
const maxAgeMs = 24 * 3_600_000

interface MissedOptions {
  database: Database
  boss: PgBoss
  cron: CronReader
  runs: RunStore
  log: Logger
}

/**
 * Starts once each job that was due in the last day while no process could run it: the service was down, or
 * the clock was put forward. A job that was due during its own run was not missed.
 */
export async function runMissed({ database, boss, cron, runs, log }: MissedOptions): Promise<void> {
  await database.em().transactional(async em => {
    const asked = sql<{ mine: boolean; now: number }>`
      select pg_try_advisory_xact_lock(${advisoryLock}) as mine,
        (extract(epoch from now()) * 1000)::float8 as now`
    const { mine, now } = (await asked.execute(tables(em))).rows[0]!
    if (!mine) return
    const [schedules, last] = await Promise.all([boss.getSchedules(), runs.last()])
    for (const { name, cron: expression, updatedOn } of schedules) {
      const run = last.get(name)
      if (run?.status === 'running') continue
      const since = Math.max(updatedOn.getTime(), run?.finished_at?.getTime() ?? 0, now - maxAgeMs)
      const [due] = cron.next(expression, new Date(since), 1)
      if (!due || due.getTime() > now - onItsWayMs) continue
      // Null: a run waits already.
      if ((await boss.send(name, {})) !== null)
        log.info({ job: name, due }, 'the job was missed; it runs now')
    }
  })
}
