import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { removeOldSightings } from './clean.ts'

export const trimSightings: Job<Inventory> = {
  summary: 'Removes MAC addresses that have not been seen for a long time',
  cron: '11 3 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.sighting_days * 86_400_000)
    log.info(
      { removed: await removeOldSightings(() => ctx.em(), before, signal) },
      'old MAC addresses removed',
    )
  },
}
