import type { Context, Job } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { Run } from './entities/index.ts'
import { discover } from './runs/discover.ts'
import { tables } from './tables.ts'

const discovering: Job<Context<Config>> = {
  summary: 'Searches the networks of the autodiscovery rules for new devices (6 to 23 h UTC, not local time)',
  cron: '*/30 6-23 * * *',
  timeoutSec: 4 * 3600,
  run: discover,
}

/** Rows that one statement removes, so that no lock and no transaction gets long. */
const batchRows = 10_000
/** Engines that were not seen for so long are forgotten. */
const engineDays = 90

/**
 * Ended runs that are too old or too many, the oldest first. Too many are those for which the rows of the
 * newer runs already exceed `maxRows`. The newest run stays.
 */
async function surplusRuns(em: SqlEntityManager, maxRows: number, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with counted as (
      select r.id, r.created_at,
        (select count(*) from autodiscovery_found f where f.run_id = r.id) as found
      from autodiscovery_run r where r.status <> 'running'
    ), summed as (
      select id, created_at, sum(found) over (order by id desc) as total,
        row_number() over (order by id desc) as place
      from counted
    )
    select id from summed
    where (total > ${maxRows} and place > 1) or created_at < ${before.toISOString()}::timestamptz
    order by id`.execute(tables(em))
  return rows.map(({ id }) => id)
}

/** Removes what a run found. Gives the number of rows. */
async function removeFound(ctx: Context<Config>, runId: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (let count = batchRows; count === batchRows && !signal.aborted; removed += count) {
    const db = tables(ctx.em())
    const { numDeletedRows } = await db
      .deleteFrom('autodiscovery_found')
      .where(
        'id',
        'in',
        db.selectFrom('autodiscovery_found').select('id').where('run_id', '=', runId).limit(batchRows),
      )
      .executeTakeFirstOrThrow()
    count = Number(numDeletedRows)
  }
  return removed
}

const trim: Job<Context<Config>> = {
  summary: 'Removes old autodiscovery runs and what they found',
  cron: '52 3 * * *',
  timeoutSec: 1800,
  async run(ctx, { signal, log }) {
    const { keep_days: days, keep_rows: maxRows } = ctx.config
    const daysAgo = (count: number) => new Date(ctx.clock().getTime() - count * 86_400_000)
    const runs = await surplusRuns(ctx.em(), maxRows, daysAgo(days))
    let rows = 0
    for (const id of runs) {
      rows += await removeFound(ctx, id, signal)
      if (signal.aborted) break
      await ctx.em().nativeDelete(Run, { id })
    }
    await tables(ctx.em())
      .deleteFrom('autodiscovery_engine')
      .where('seen_at', '<', daysAgo(engineDays))
      .execute()
    log.info({ runs: runs.length, rows }, 'old autodiscovery runs removed')
  },
}

export const jobs = { discover: discovering, trim_runs: trim }
