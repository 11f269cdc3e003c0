import type { Job } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Pinger } from './setup.ts'
import { steps } from './store/measures.ts'
import { tables } from './tables.ts'

/** Rows that one statement removes, so that no lock and no transaction gets long. */
const batchRows = 10_000
/** Availability is asked of 30 days: what says when nothing was known is kept a little longer. */
const blindDays = 35

/** The rows of a table that `which` selects by ctid, removed in batches. Gives their number. */
async function remove(
  em: () => SqlEntityManager,
  table: string,
  which: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let count = batchRows; count === batchRows && !signal.aborted; removed += count) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array (${which} limit ${batchRows}))`.execute(
      tables(em()),
    )
    count = Number(numAffectedRows ?? 0n)
  }
  return removed
}

/** Ended stays of a device beyond the newest `most`. */
const surplus = (table: string, begin: string, end: string, most: number) => sql`
  select ctid from (
    select ctid, row_number() over (partition by device_id order by ${sql.ref(begin)} desc) as place
    from ${sql.table(table)} where ${sql.ref(end)} is not null
  ) counted where place > ${most}`

const trim: Job<Pinger> = {
  summary: 'Removes old outages, loss and round trips of the pinger',
  cron: '27 3 * * *',
  timeoutSec: 3600,
  async run({ ctx }, { signal, log }) {
    const { outage_days: days, outage_rows: rows, chart_fine_days: fine, chart_days: coarse } = ctx.config
    const before = (count: number) => new Date(ctx.clock().getTime() - count * 86_400_000)
    const em = () => ctx.em()
    const ended = (table: string, end: string, count: number) =>
      remove(
        em,
        table,
        sql`select ctid from ${sql.table(table)} where ${sql.ref(end)} < ${before(count)}::timestamptz`,
        signal,
      )
    const samples = (step: number, count: number) =>
      remove(
        em,
        'pinger_sample',
        sql`select ctid from pinger_sample
          where step_sec = ${step} and time < ${before(count)}::timestamptz`,
        signal,
      )
    const removed = {
      outages:
        (await ended('pinger_outage', 'up_at', days)) +
        (await remove(em, 'pinger_outage', surplus('pinger_outage', 'down_at', 'up_at', rows), signal)),
      unknown:
        (await ended('pinger_blind', 'until_at', blindDays)) +
        (await remove(em, 'pinger_blind', surplus('pinger_blind', 'from_at', 'until_at', rows), signal)),
      runs: await ended('pinger_run', 'until_at', blindDays),
      samples: (await samples(steps.fine, fine)) + (await samples(steps.coarse, coarse)),
    }
    log.info(removed, 'old outages and measurements removed')
  },
}

export const jobs = { trim }
