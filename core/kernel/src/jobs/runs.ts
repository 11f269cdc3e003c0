import { hostname } from 'node:os'
import type { JobProgress, JobReports, JobReportsFilter, JobRun } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'
import type { Lines } from './lines.ts'

/** Newest reports of one job that are kept, however short their time. */
const MOST_RUNS = 2_000

export interface Ending {
  status: Exclude<JobRun['status'], 'running' | 'lost'>
  error: JobRun['error']
}

/**
 * What happened to jobs: one row a run, under the id of its entry in the queue. Times are those of the
 * database.
 */
export interface RunStore {
  start(run: { id: string; key: string; requestedBy: string | null }): Promise<void>
  /** Says that the run is alive and, unless null, what it has logged. */
  beat(id: string, lines: Lines | null): Promise<void>
  /** Says how far the run is. */
  progress(id: string, progress: JobProgress): Promise<void>
  end(id: string, ending: Ending, lines: Lines, progress: JobProgress | null): Promise<void>
  /** Marks runs that were not heard of for a while: their process is dead. Gives those marked now. */
  buryLost(): Promise<{ id: string; key: string }[]>
  last(): Promise<ReadonlyMap<string, JobRun>>
  find(filter: JobReportsFilter): Promise<JobReports>
  /** Removes what is older than `days`, and of each job what is beyond its newest 2000. Gives how many. */
  forget(days: number): Promise<number>
}

interface Row {
  id: string
  key: string
  trigger: JobRun['trigger']
  requested_by: string | null
  status: JobRun['status']
  started_at: string
  finished_at: string | null
  error_code: string | null
  error: string | null
  host: string
  pid: number
  lines?: JobRun['lines']
  lines_dropped: number
  progress: JobProgress | null
}

const columns =
  'id, key, trigger, requested_by, status, started_at, finished_at, error_code, error, host, pid, lines_dropped, progress'

const runOf = ({ error_code, error, lines = [], ...row }: Row): JobRun => {
  const started = new Date(row.started_at)
  const finished = row.finished_at === null ? null : new Date(row.finished_at)
  return {
    ...row,
    started_at: started,
    finished_at: finished,
    spent_ms: finished && row.status !== 'lost' ? finished.getTime() - started.getTime() : null,
    error: error_code === null ? null : { code: error_code, description: error ?? '' },
    lines,
  }
}

export function runStore(database: Database, lostAfterSec: number): RunStore {
  const lost = fail('JOB_LOST')
  const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    await database.em().execute<T[]>(text, values)

  return {
    async start({ id, key, requestedBy }) {
      await sql(
        "insert into kernel_job_run (id, key, trigger, requested_by, status, host, pid) values (?, ?, ?, ?, 'running', ?, ?)",
        [id, key, requestedBy === null ? 'cron' : 'manual', requestedBy, hostname(), process.pid],
      )
    },
    async beat(id, lines) {
      const [set, values] = lines
        ? [', lines = ?::jsonb, lines_dropped = ?', [JSON.stringify(lines.lines()), lines.dropped()]]
        : ['', []]
      await sql(`update kernel_job_run set heard_at = now()${set} where id = ? and status = 'running'`, [
        ...values,
        id,
      ])
    },
    async progress(id, progress) {
      await sql(
        "update kernel_job_run set heard_at = now(), progress = ?::jsonb where id = ? and status = 'running'",
        [JSON.stringify(progress), id],
      )
    },
    async end(id, { status, error }, lines, progress) {
      // One that was believed lost may still tell how it ended.
      await sql(
        `update kernel_job_run set status = ?, finished_at = now(), error_code = ?, error = ?, lines = ?::jsonb, lines_dropped = ?, progress = ?::jsonb
         where id = ? and status in ('running', 'lost')`,
        [
          status,
          error?.code ?? null,
          error?.description ?? null,
          JSON.stringify(lines.lines()),
          lines.dropped(),
          progress && JSON.stringify(progress),
          id,
        ],
      )
    },
    buryLost: () =>
      sql(
        `update kernel_job_run set status = 'lost', finished_at = heard_at, error_code = ?, error = ?
       where status = 'running' and heard_at < now() - make_interval(secs => ?) returning id, key`,
        [lost.code, lost.message, lostAfterSec],
      ),
    async last() {
      const rows = await sql<Row>(
        `select distinct on (key) ${columns} from kernel_job_run order by key, started_at desc`,
      )
      return new Map(rows.map(row => [row.key, runOf(row)]))
    },
    async find({ id, keys, status, trigger, start, stop, lines, limit, offset }) {
      const tests: [string, unknown][] = []
      if (id !== undefined) tests.push(['id = ?', id])
      if (keys) tests.push(['key in (?)', keys])
      if (status) tests.push(['status in (?)', status])
      if (trigger) tests.push(['trigger = ?', trigger])
      if (start) tests.push(['started_at >= ?', start.toISOString()])
      if (stop) tests.push(['started_at < ?', stop.toISOString()])
      if ([keys, status].some(list => list?.length === 0)) return { total: 0, runs: [] }
      const where = tests.length > 0 ? `where ${tests.map(([test]) => test).join(' and ')}` : ''
      const values = tests.map(([, value]) => value)
      const [{ total } = { total: 0 }] = await sql<{ total: number }>(
        `select count(*)::int as total from kernel_job_run ${where}`,
        values,
      )
      const rows = await sql<Row>(
        `select ${columns}${lines ? ', lines' : ''} from kernel_job_run ${where} order by started_at desc, id limit ? offset ?`,
        [...values, limit, offset],
      )
      return { total, runs: rows.map(runOf) }
    },
    async forget(days) {
      const rows = await sql<{ id: string }>(
        `delete from kernel_job_run where status <> 'running' and (started_at < now() - make_interval(days => ?) or id in (
           select id from (select id, row_number() over (partition by key order by started_at desc) as place from kernel_job_run) as ranked where place > ?
         )) returning id`,
        [days, MOST_RUNS],
      )
      return rows.length
    },
  }
}
