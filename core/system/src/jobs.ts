import type { Job } from '@linecard/plugin-kit'
import { deleteOldActions, deleteSurplusActions } from './logs/retention.ts'
import type { System } from './system.ts'

const forgetReports: Job<System> = {
  summary: 'Deletes old reports of jobs',
  cron: '41 2 * * *',
  timeoutSec: 300,
  async run({ ctx }, { log }) {
    const removed = await ctx.use('jobs').forget(ctx.config.job_reports_days)
    log.info({ removed, older_than_days: ctx.config.job_reports_days }, 'reports removed')
  },
}

const forgetActions: Job<System> = {
  summary: 'Deletes old actions',
  cron: '37 * * * *',
  timeoutSec: 600,
  async run({ ctx }, { signal, log }) {
    const { action_log_days: days, action_log_max_rows: maxRows } = ctx.config
    const old = await deleteOldActions(ctx, days, signal)
    const surplus = await deleteSurplusActions(ctx, maxRows, signal)
    log.info({ removed: old + surplus, older_than_days: days, rows_at_most: maxRows }, 'old actions removed')
  },
}

export const jobs = { forget_job_reports: forgetReports, forget_actions: forgetActions }
