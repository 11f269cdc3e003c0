import { hostname } from 'node:os'
import {
  masked,
  type JobProgress,
  type JobRun,
  type JobReports,
  type JobReportsFilter,
} from '@linecard/plugin-kit'
import { sql, type SqlBool, type Expression, type ExpressionBuilder } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'
import { tables, type Tables } from '../tables.ts'
import type { Lines } from './lines.ts'

/** Columns of a run without the lines of its log, which may be long. */
const columns = [
  'id',
  'key',
  'trigger',
  'requested_by',
  'args',
  'status',
  'started_at',
  'finished_at',
  'error_code',
  'error',
  'host',
  'pid',
  'lines_dropped',
  'progress',
] as const

interface Row extends Omit<JobRun, 'error' | 'lines' | 'spent_ms' | 'progress' | 'args'> {
  error_code: string | null
  error: string | null
  lines?: unknown
  progress: unknown
  args: unknown
}

/** A run as operators see it. */
function runOf({ error_code, error, lines = [], progress, args, ...row }: Row): JobRun {
  const { started_at: started, finished_at: finished } = row
  return {
    ...row,
    spent_ms: finished && row.status !== 'lost' ? finished.getTime() - started.getTime() : null,
    error: error_code === null ? null : { code: error_code, description: error ?? '' },
    lines: lines as JobRun['lines'],
    progress: progress as JobProgress | null,
    args: args as JobRun['args'],
  }
}

/** Reports of one job that are kept at most, whatever their age. */
const maxRuns = 2_000

/** What operators read of runs, and the removal of old ones. */
interface RunReports {
  /** The newest run of each job. */
  last(): Promise<ReadonlyMap<string, JobRun>>
  find(filter: JobReportsFilter): Promise<JobReports>
  /** Removes runs older than `days`, and of each job all but the newest 2000. Returns how many. */
  forget(days: number): Promise<number>
}

const matching =
  ({ id, keys, status, trigger, start, stop }: JobReportsFilter) =>
  (run: ExpressionBuilder<Tables, 'kernel_job_run'>): Expression<SqlBool> =>
    run.and([
      ...(id === undefined ? [] : [run('id', '=', id)]),
      ...(keys ? [run('key', 'in', keys)] : []),
      ...(status ? [run('status', 'in', status)] : []),
      ...(trigger ? [run('trigger', '=', trigger)] : []),
      ...(start ? [run('started_at', '>=', start)] : []),
      ...(stop ? [run('started_at', '<', stop)] : []),
    ])

function runReports(database: Database): RunReports {
  const db = () => tables(database.em())
  return {
    async last() {
      const rows = await db()
        .selectFrom('kernel_job_run')
        .distinctOn('key')
        .select(columns)
        .orderBy('key')
        .orderBy('started_at', 'desc')
        .execute()
      return new Map(rows.map(row => [row.key, runOf(row)]))
    },
    async find(filter) {
      const { keys, status, lines, limit, offset } = filter
      if (keys?.length === 0 || status?.length === 0) return { total: 0, runs: [] }
      const found = db().selectFrom('kernel_job_run').where(matching(filter))
      const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
      const rows = await found
        .select(columns)
        .$if(lines === true, query => query.select('lines'))
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return { total, runs: rows.map(runOf) }
    },
    async forget(days) {
      const ranked = db()
        .selectFrom('kernel_job_run')
        .select([
          'id',
          sql<number>`row_number() over (partition by key order by started_at desc)`.as('place'),
        ])
        .as('ranked')
      const rows = await db()
        .deleteFrom('kernel_job_run')
        .where('status', '<>', 'running')
        .where(run =>
          run.or([
            run('started_at', '<', sql<Date>`now() - make_interval(days => ${days})`),
            run('id', 'in', run.selectFrom(ranked).select('ranked.id').where('place', '>', maxRuns)),
          ]),
        )
        .returning('id')
        .execute()
      return rows.length
    },
  }
}

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
