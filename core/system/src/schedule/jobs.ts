import type { Context, Job } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'

const forgetReports: Job<Context<Config>> = {
  summary: 'Forgets old reports of jobs',
  cron: '41 2 * * *',
  timeoutSec: 300,
  async run(ctx, { log }) {
    const removed = await ctx.use('jobs').forget(ctx.config.job_reports_days)
    log.info({ removed, older_than_days: ctx.config.job_reports_days }, 'reports removed')
  },
}

export const scheduleJobs = { forget_job_reports: forgetReports }
