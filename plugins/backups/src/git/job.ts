import type { Job } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'

export const gitExport: Job<Base> = {
  summary: 'Exports new versions of configurations to the git repository',
  cron: '*/5 * * * *',
  timeoutSec: 6 * 3600,
  async run(base, tools) {
    if (!base.ctx.config.git_export) return
    // Most installations export nothing, and need not load git.
    const { exportToGit } = await import('./export.ts')
    await exportToGit(base, tools)
  },
}
