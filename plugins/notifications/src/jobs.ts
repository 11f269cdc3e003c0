import type { Job } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Notifications } from './setup.ts'
import { tables } from './tables.ts'

/** Rows that one statement removes. */
const batch = 10_000

const trim: Job<Notifications> = {
  summary: 'Removes old deliveries, and gives up those that nobody could send',
  cron: '17 * * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const { history_days: days, give_up_hours: hours } = ctx.config
    const { numUpdatedRows } = await tables(ctx.em())
      .updateTable('notifications_delivery')
      .set({ state: 'failed', note: `given up after ${hours} hours`, ended_at: sql<Date>`clock_timestamp()` })
      .where('state', 'in', ['queued', 'held'])
      .where(
        sql<boolean>`greatest(due_at, created_at) < clock_timestamp() - make_interval(hours => ${hours})`,
      )
      .executeTakeFirst()
    let removed = 0
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from notifications_delivery where id in (
          select id from notifications_delivery
          where created_at < clock_timestamp() - make_interval(days => ${days}) and state <> 'sending'
          order by created_at limit ${batch}
        )`.execute(tables(ctx.em()))
      removed += Number(numAffectedRows)
      if (numAffectedRows < batch || signal.aborted) break
    }
    log.info({ removed, given_up: Number(numUpdatedRows) }, 'old deliveries removed')
  },
}

export const jobs = { trim }
