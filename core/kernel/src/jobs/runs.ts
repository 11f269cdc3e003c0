import { hostname } from 'node:os'
import { masked, type JobProgress, type JobRun } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { Lines } from './lines.ts'
import { runReports, type RunReports } from './run-reports.ts'

type Args = Record<string, unknown>

export interface Ending {
  status: Exclude<JobRun['status'], 'running' | 'lost'>
  error: JobRun['error']
}

/**
 * Reports of runs: one row a run, under the id of its entry in the queue. Times are those of the database.
 */
export interface RunStore extends RunReports {
  start(run: { id: string; key: string; requestedBy: string | null; args: Args | null }): Promise<void>
  /** Records that the run is alive and, if not null, what it has logged. */
  beat(id: string, lines: Lines | null): Promise<void>
  progress(id: string, progress: JobProgress): Promise<void>
  end(id: string, ending: Ending, lines: Lines, progress: JobProgress | null): Promise<void>
  /** Marks runs without a heartbeat as `lost`: their process is dead. Returns those marked now. */
  markLost(): Promise<{ id: string; key: string }[]>
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const fieldsOf = (lines: Lines) => ({ lines: json(lines.lines()), lines_dropped: lines.dropped() })

/** @param lostAfterSec a run without a heartbeat for so long is lost */
export function runStore(database: Database, lostAfterSec: number): RunStore {
  const lost = fail('JOB_LOST')
  const db = () => tables(database.em())
  const running = (id: string) =>
    db()
      .updateTable('kernel_job_run')
      .set({ heard_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', 'running')

  return {
    async start({ id, key, requestedBy, args }) {
      const trigger = requestedBy === null ? 'cron' : 'manual'
      await db()
        .insertInto('kernel_job_run')
        .values({
          id,
          key,
          trigger,
          requested_by: requestedBy,
          args: args && json(masked(args).value),
          status: 'running',
          host: hostname(),
          pid: process.pid,
        })
        .execute()
    },
    async beat(id, lines) {
      await running(id)
        .$if(lines !== null, query => query.set(fieldsOf(lines!)))
        .execute()
    },
    async progress(id, progress) {
      await running(id)
        .set({ progress: json(progress) })
        .execute()
    },
    async end(id, { status, error }, lines, progress) {
      await db()
        .updateTable('kernel_job_run')
        .set({
          status,
          finished_at: sql`now()`,
          error_code: error?.code ?? null,
          error: error?.description ?? null,
          ...fieldsOf(lines),
          progress: progress && json(progress),
        })
        .where('id', '=', id)
        // A run that was taken for lost may still report how it ended.
        .where('status', 'in', ['running', 'lost'])
        .execute()
    },
    markLost: () =>
      db()
        .updateTable('kernel_job_run')
        .set({ status: 'lost', finished_at: sql`heard_at`, error_code: lost.code, error: lost.message })
        .where('status', '=', 'running')
        .where('heard_at', '<', sql<Date>`now() - make_interval(secs => ${lostAfterSec})`)
        .returning(['id', 'key'])
        .execute(),
    ...runReports(database),
  }
}
