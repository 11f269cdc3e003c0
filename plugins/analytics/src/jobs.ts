import type { Job } from '@linecard/plugin-kit'
import { keepErrors, trimErrors } from './faults/hours.ts'
import { keepDuplicates } from './macs/keep.ts'
import { countOnline, thinOnline } from './online/count.ts'
import type { Analytics } from './setup.ts'

const online: Job<Analytics> = {
  summary: 'Counts the devices and ONUs that are online',
  cron: '*/5 * * * *',
  timeoutSec: 120,
  run: parts => countOnline(parts),
}

const errors: Job<Analytics> = {
  summary: 'Keeps the interfaces with errors of each hour',
  cron: '17 * * * *',
  timeoutSec: 1800,
  async run(parts, { signal, log }) {
    const hours = await keepErrors(parts, signal)
    if (hours > 1) log.info({ hours }, 'hours with errors made up for')
  },
}

const duplicates: Job<Analytics> = {
  summary: 'Finds MAC addresses that are at several places at once',
  cron: '*/10 * * * *',
  timeoutSec: 900,
  async run(parts, { signal }) {
    await keepDuplicates(parts, signal)
  },
}

const trim: Job<Analytics> = {
  summary: 'Removes old counts and old hours with errors',
  cron: '52 3 * * *',
  timeoutSec: 900,
  async run(parts, { log }) {
    const [counts, hours] = [await thinOnline(parts), await trimErrors(parts)]
    log.info({ counts, hours }, 'old numbers removed')
  },
}

export const jobs = { online, errors, duplicated_mac_addresses: duplicates, trim }
