import type { JobReports, JobReportsFilter, JobRun } from '@linecard/plugin-kit'
import { sql, type SqlBool, type Expression, type ExpressionBuilder } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { tables, type Tables } from '../tables.ts'
import { columns, runOf } from './run-row.ts'

/** Reports of one job that are kept at most, whatever their age. */
const maxRuns = 2_000

/** What operators read of runs, and the removal of old ones. */
export interface RunReports {
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

export function runReports(database: Database): RunReports {
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
