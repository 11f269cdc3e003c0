import { createEvents } from '../../src/events/index.ts'
import { openDatabase, type Database } from '../../src/database/index.ts'
import { createScheduler, type JobsOptions, type Scheduler, type ScheduledJob } from '../../src/jobs/index.ts'
import { kernelMigrations } from '../../src/migrations.ts'
import { keptLog } from '@linecard/test-kit/worlds/log'
import type { Caller } from '@linecard/plugin-kit'

/** An expression that is not due while a test runs. */
export const never = '0 0 29 2 *'

export const operator: Caller = {
  userId: 1,
  login: 'olena',
  permissions: new Set(),
  groupIds: null,
  sessionId: null,
}

export const job = (
  id: string,
  run: ScheduledJob['run'],
  more: Partial<ScheduledJob> = {},
): ScheduledJob => ({ id, component: 'demo', summary: id, cron: never, timeoutSec: 60, run, ...more })

export interface Process extends Scheduler {
  database: Database
  log: ReturnType<typeof keptLog>
  /** Stops the scheduler and closes its connections. */
  end(graceMs?: number): Promise<void>
}

const open = new Set<Process>()
/** Ends what a failed test has left. Otherwise the test file would not end. */
export const endAll = async (): Promise<void> => {
  await Promise.all(Array.from(open, one => one.end()))
}

/** The jobs of one process of an installation, with its own connections, events and log. */
export async function process(
  url: string,
  jobs: readonly ScheduledJob[] | (() => readonly ScheduledJob[]),
  more: Partial<JobsOptions> = {},
): Promise<Process> {
  const log = keptLog()
  const database = await openDatabase({ url, dataDir: '', entities: [], log })
  await database.migrate('kernel', kernelMigrations)
  const events = await createEvents({ database, log })
  const scheduler = createScheduler({
    database,
    events,
    log,
    jobs: typeof jobs === 'function' ? jobs : () => jobs,
    serve: true,
    ...more,
  })
  if (more.serve !== false) await scheduler.start()
  const one: Process = {
    ...scheduler,
    database,
    log,
    async end(graceMs = 1_000) {
      if (!open.delete(one)) return
      await scheduler.stop(graceMs)
      await events.stop()
      await database.stop()
    },
  }
  open.add(one)
  return one
}
