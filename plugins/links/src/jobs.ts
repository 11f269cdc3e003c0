import type { Job } from '@linecard/plugin-kit'
import { keepLoads } from './load/keep.ts'
import { scanLinks } from './scan/scan.ts'
import type { Links } from './parts.ts'

const scan: Job<Links> = {
  summary: 'Finds links in what devices have told',
  cron: '7 */3 * * *',
  timeoutSec: 3600,
  async run({ ctx }, tools) {
    const { doubts, more_doubts: more, ...report } = await scanLinks(ctx, tools)
    tools.log.info({ ...report, doubts: doubts.length + more }, 'links found')
  },
}

const load: Job<Links> = {
  summary: 'Keeps the load of links as a series, for rules',
  cron: '*/5 * * * *',
  timeoutSec: 240,
  run: ({ ctx }, { signal }) => keepLoads(ctx, signal),
}

export const jobs = { scan, load }
