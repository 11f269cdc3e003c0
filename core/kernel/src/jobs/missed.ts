import type { PgBoss } from 'pg-boss'
import type { Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import type { CronReader } from './cron.ts'
import type { RunStore } from './runs.ts'

/** Any constant: who holds this advisory lock is the only one who makes up for what was missed. */
const LOCK = 5_140_702
/** Until then what is due is on its way by itself, in ms. */
const ON_ITS_WAY_MS = 90_000
/** What was missed longer ago is not made up for, in ms. */
const OLDEST_MS = 24 * 3_600_000

interface Parts {
  database: Database
  boss: PgBoss
  cron: CronReader
  runs: RunStore
  log: Logger
}

/**
 * Asks once for each job that came due in the last day while nobody looked: the service was down, or the
 * clock was put forward.
 * What came due beside a running one was not missed.
 */
export async function makeUp({ database, boss, cron, runs, log }: Parts): Promise<void> {
  await database.em().transactional(async em => {
    const [{ mine, now } = { mine: false, now: 0 }] = await em.execute<{ mine: boolean; now: number }[]>(
      'select pg_try_advisory_xact_lock(?) as mine, (extract(epoch from now()) * 1000)::float8 as now',
      [LOCK],
    )
    if (!mine) return
    const [schedules, last] = await Promise.all([boss.getSchedules(), runs.last()])
    for (const { name, cron: expression, updatedOn } of schedules) {
      const run = last.get(name)
      if (run?.status === 'running') continue
      const since = Math.max(updatedOn.getTime(), run?.finished_at?.getTime() ?? 0, now - OLDEST_MS)
      const [due] = cron.next(expression, new Date(since), 1)
      if (!due || due.getTime() > now - ON_ITS_WAY_MS) continue
      // Null: it waits already.
      if ((await boss.send(name, {})) !== null)
        log.info({ job: name, due }, 'the job was due while nobody looked; it runs now')
    }
  })
}
