import type { Context, Job } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { discover } from './runs/discover.ts'

const discovering: Job<Context<Config>> = {
  summary:
    'Searches the networks of the autodiscovery rules for new devices (6 to 23 h of UTC, not of local time)',
  cron: '*/30 6-23 * * *',
  timeoutSec: 4 * 3600,
  run: discover,
}

/** Rows removed by one statement, so that no lock and no transaction grows long. */
const BATCH = 10_000
/** Engines that were not seen for so long are forgotten, in days. */
const ENGINE_DAYS = 90

const trim: Job<Context<Config>> = {
  summary: 'Forgets old autodiscovery runs and what they found',
  cron: '52 3 * * *',
  timeoutSec: 1800,
  async run(ctx, { signal, log }) {
    const { keep_days: days, keep_rows: most } = ctx.config
    const before = (count: number) => new Date(ctx.clock().getTime() - count * 86_400_000).toISOString()
    const sql = <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
      ctx.em().execute<T[]>(text, values)
    // Runs that do not fit: the rows of the newer ones, summed up, are more than may be kept. The newest
    // stays.
    const surplus = `select run_id from (
      select id as run_id, sum(count) over (order by id desc) as upto, row_number() over (order by id desc) as place
      from (select r.id, (select count(*) from autodiscovery_found f where f.run_id = r.id) as count from autodiscovery_run r where r.status <> 'running') as counted
    ) as summed where upto > ? and place > 1`
    const old = `select id from autodiscovery_run where created_at < ?::timestamptz and status <> 'running'`
    const doomed = (
      await sql<{ id: number }>(
        `select id from autodiscovery_run where id in (${surplus}) or id in (${old}) order by id`,
        [most, before(days)],
      )
    ).map(({ id }) => id)
    let rows = 0
    for (const id of doomed) {
      for (let count = BATCH; count === BATCH && !signal.aborted;) {
        count = (
          await sql(
            'delete from autodiscovery_found where id in (select id from autodiscovery_found where run_id = ? limit ?) returning id',
            [id, BATCH],
          )
        ).length
        rows += count
      }
      if (signal.aborted) break
      await sql('delete from autodiscovery_run where id = ? returning id', [id])
    }
    await sql('delete from autodiscovery_engine where seen_at < ?::timestamptz returning engine_id', [
      before(ENGINE_DAYS),
    ])
    log.info({ runs: doomed.length, rows }, 'old autodiscovery runs removed')
  },
}

export const jobs = { discover: discovering, trim_runs: trim }
