import type { Job } from '@linecard/plugin-kit'
import { compliance } from './compliance/job.ts'
import { gitExport } from './git/job.ts'
import { searchIndex, searchTrim } from './search/job.ts'
import type { Backups } from './setup.ts'
import { trimContents, trimRuns, trimVersions } from './versions/retention.ts'

const dayMs = 86_400_000
/** Runs that people asked for are kept so long. */
const runDays = 30

const trim: Job<Backups> = {
  summary: 'Removes old versions of configurations, and texts that no version has',
  cron: '47 4 * * *',
  timeoutSec: 3600,
  async run({ ctx }, { signal, log }) {
    const now = ctx.clock()
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
    const rules = { before: daysAgo(ctx.config.keep_days), most: ctx.config.keep_versions }
    const versions = await trimVersions(() => ctx.em(), rules, signal)
    const texts = await trimContents(() => ctx.em(), now, signal)
    await trimRuns(ctx.em(), daysAgo(runDays))
    log.info({ versions, texts }, 'old configurations removed')
  },
}

export const jobs = {
  trim,
  search_index: searchIndex,
  search_trim: searchTrim,
  git_export: gitExport,
  compliance,
}
