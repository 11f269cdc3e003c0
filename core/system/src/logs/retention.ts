import type { Context, Job } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'

const day = 86_400_000
/** Rows removed at once, so that no statement holds the table for long. */
const batch = 10_000

async function remove(ctx: Context, sql: string, params: unknown[], signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const { affectedRows } = await ctx.em().execute<{ affectedRows: number }>(sql, params, 'run')
    removed += affectedRows
    if (affectedRows < batch || signal?.aborted) return removed
  }
}

/** Removes what is older than `days`. Gives how many. */
export const forgetActions = (ctx: Context, days: number, signal?: AbortSignal): Promise<number> =>
  remove(
    ctx,
    `delete from system_action where id in (select id from system_action where time < ?::timestamptz order by time limit ${batch})`,
    [new Date(ctx.clock().getTime() - days * day).toISOString()],
    signal,
  )

const surplus = (ctx: Context, most: number, signal: AbortSignal) =>
  remove(
    ctx,
    `delete from system_action where id in (
    select id from system_action where id <= (select id from system_action order by id desc offset ? limit 1) order by id limit ${batch})`,
    [most],
    signal,
  )

const retention: Job<Context<Config>> = {
  summary: 'Forgets old actions',
  cron: '37 * * * *',
  timeoutSec: 600,
  async run(ctx, { signal, log }) {
    const { action_log_days: days, action_log_max_rows: most } = ctx.config
    const removed = (await forgetActions(ctx, days, signal)) + (await surplus(ctx, most, signal))
    log.info({ removed, older_than_days: days, rows_at_most: most }, 'old actions removed')
  },
}

export const logJobs = { forget_actions: retention }
