import type { Job } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Pollers } from './setup.ts'
import { tables } from './tables.ts'

/** Rows that one statement removes. */
const batchRows = 10_000

const trimRuns: Job<Pollers> = {
  summary: 'Removes old rows of the log of polls',
  cron: '23 * * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const { run_days: days, run_rows: most } = ctx.config
    const before = new Date(ctx.clock().getTime() - days * 86_400_000)
    let removed = 0
    for (let count = batchRows; count === batchRows && !signal.aborted;) {
      const { rows } = await sql<{ count: number }>`
        with old as (
          select id from pollers_run
          where state = 'done' and (created_at < ${before}::timestamptz or created_at < coalesce(
            (select created_at from pollers_run order by created_at desc, id offset ${most} limit 1),
            '-infinity'))
          limit ${batchRows}
        ), gone as (delete from pollers_run r using old where r.id = old.id returning 1)
        select count(*)::int as count from gone`.execute(tables(ctx.em()))
      count = rows[0]!.count
      removed += count
    }
    log.info({ removed }, 'old rows of the log of polls removed')
  },
}

export const jobs = { trim_runs: trimRuns }
