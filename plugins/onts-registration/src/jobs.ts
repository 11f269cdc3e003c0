import type { Job } from '@linecard/plugin-kit'
import { service, type Registrations } from './registrations.ts'
import { tables } from './tables.ts'
import { takeOver } from './setup.ts'
import { readUnregistered } from './unregistered/read.ts'
import { openStates } from './words/run.ts'

const refresh: Job<Registrations> = {
  summary: 'Reads the unregistered ONUs of all OLTs',
  cron: '*/5 * * * *',
  timeoutSec: 280,
  async run(parts, { signal, log, progress }) {
    const answers = await readUnregistered(parts, { caller: service, from: 'device', signal }, progress)
    const failed = answers.filter(({ error }) => error !== null)
    const found = answers.reduce((sum, { rows }) => sum + rows.length, 0)
    for (const { device, error } of failed.slice(0, 50)) log.warn({ device: device.id }, error!.description)
    log.info({ olts: answers.length, failed: failed.length, found }, 'unregistered ONUs read')
  },
}

/** A process that stops while it decides such a registration ends in order: nobody is told of its end. */
const decide: Job<Registrations> = {
  summary: 'Decides registrations whose process has ended',
  cron: '*/2 * * * *',
  timeoutSec: 600,
  run: parts => takeOver(parts),
}

/** Rows that one statement removes. */
const batchRows = 5_000

const trim: Job<Registrations> = {
  summary: 'Removes old plans, batches and ended registrations',
  cron: '41 3 * * *',
  timeoutSec: 600,
  async run({ ctx }, { signal, log }) {
    const db = tables(ctx.em())
    const ago = (minutes: number) => new Date(ctx.clock().getTime() - minutes * 60_000)
    const { plan_minutes: minutes, keep_days: days } = ctx.config
    await db.deleteFrom('onts_registration_plan').where('created_at', '<', ago(minutes)).execute()
    // Their rows go with them.
    await db
      .deleteFrom('onts_registration_batch')
      .where('created_at', '<', ago(days * 1440))
      .where('state', '<>', 'running')
      .execute()
    let removed = 0
    for (let count = batchRows; count === batchRows && !signal.aborted; removed += count) {
      const old = db
        .selectFrom('onts_registration_run')
        .select('id')
        .where('created_at', '<', ago(days * 1440))
        .where('state', 'not in', openStates)
        .limit(batchRows)
      const { numDeletedRows } = await db
        .deleteFrom('onts_registration_run')
        .where('id', 'in', old)
        .executeTakeFirstOrThrow()
      count = Number(numDeletedRows)
    }
    log.info({ removed }, 'old registrations removed')
  },
}

export const jobs = { refresh, decide, trim }
