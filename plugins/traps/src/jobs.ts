import type { Job } from '@linecard/plugin-kit'
import type { Traps } from './setup.ts'
import { trimDays, trimRows, trimSources } from './store/trim.ts'

const dayMs = 86_400_000

const trim: Job<Traps> = {
  summary: 'Removes old traps and lines of syslog, and counts of senders that are silent',
  cron: '17 * * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const now = ctx.clock().getTime()
    const { trap_days: trapDays, syslog_days: syslogDays, trap_rows: traps, syslog_rows: lines } = ctx.config
    const em = () => ctx.em()
    const removed = {
      traps: await trimDays(em, 'traps_trap', new Date(now - trapDays * dayMs), signal),
      syslog: await trimDays(em, 'traps_syslog', new Date(now - syslogDays * dayMs), signal),
    }
    for (const [what, rows] of [
      ['traps_trap', traps],
      ['traps_syslog', lines],
    ] as const)
      while (!signal.aborted && (await trimRows(ctx.em(), what, rows)) > 0);
    await trimSources(ctx.em(), new Date(now - 30 * dayMs))
    log.info(removed, 'old messages of devices removed')
  },
}

export const jobs = { trim }
