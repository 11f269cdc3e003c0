import { visibleDevices, visibleOnus } from '@linecard/inventory/read'
import type { Job } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { review, unreviewed } from './outages/review.ts'
import type { Correlation } from './setup.ts'
import { tables } from './tables.ts'

/** What has changed in so many minutes is looked at again: its process may have died before it did. */
const changedMin = 5
/** An outage that has ended is reviewed after so many ms, even if its OLT did not say more. */
const reviewMs = 180_000

/** Devices on which an outage is open, or may have begun lately. */
async function toLookAt({ ctx }: Correlation): Promise<number[]> {
  const em = ctx.em()
  const since = new Date(ctx.clock().getTime() - changedMin * 60_000)
  const all = { groupIds: null }
  const { rows } = await sql<{ id: number }>`
    select device_id as id from correlation_outage where ended_at is null
    union select id from (${visibleDevices(em, all)}) d
      where d.status_changed_at > ${since}::timestamptz and d.type = 'OLT'
    union select device_id from (${visibleOnus(em, all)}) o where o.status_changed_at > ${since}::timestamptz
    order by id`.execute(tables(em))
  return rows.map(({ id }) => id)
}

const watch: Job<Correlation> = {
  summary: 'Looks at OLTs with outages, and at those whose ONUs have changed lately',
  cron: '* * * * *',
  timeoutSec: 300,
  async run(correlation, { signal, progress }) {
    const ids = await toLookAt(correlation)
    for (const [at, id] of ids.entries()) {
      signal.throwIfAborted()
      await correlation.looks.now(id)
      progress(at + 1, ids.length)
    }
    const { ctx } = correlation
    for (const id of await unreviewed(ctx.em(), new Date(ctx.clock().getTime() - reviewMs))) {
      signal.throwIfAborted()
      await review(ctx, id)
    }
  },
}

const trim: Job<Correlation> = {
  summary: 'Removes outages that have ended long ago',
  cron: '47 4 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.outage_days * 86_400_000)
    let removed = 0
    for (let count = -1; count !== 0 && !signal.aborted; removed += Math.max(0, count)) {
      const { numAffectedRows } = await sql`
        delete from correlation_outage where id = any (array(
          select id from correlation_outage where ended_at < ${before}::timestamptz limit 1000
        ))`.execute(tables(ctx.em()))
      count = Number(numAffectedRows ?? 0n)
    }
    log.info({ removed }, 'old outages removed')
  },
}

export const jobs = { watch, trim }
