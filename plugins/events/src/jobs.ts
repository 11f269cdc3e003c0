import { eventsChanged, type Job } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { appendChanges } from './changes/append.ts'
import { evaluateJob } from './rules/parts.ts'
import type { Events } from './setup.ts'
import { tables } from './tables.ts'

/** Rows of one statement: other work goes on between them. */
const rowsAtOnce = 5000

/** Removes rows some at a time until none fits. Returns their number. */
async function inParts(signal: AbortSignal, remove: () => Promise<bigint | undefined>): Promise<number> {
  let removed = 0
  for (let last = rowsAtOnce; last === rowsAtOnce && !signal.aborted; removed += last)
    last = Number((await remove()) ?? 0n)
  return removed
}

/**
 * Ends alerts that nobody told for too long: Alertmanager forgets what was silenced or when it is removed.
 */
async function endSilentAlerts({ ctx }: Events): Promise<number> {
  const now = ctx.clock()
  const before = new Date(now.getTime() - ctx.config.alert_silent_hours * 3_600_000)
  const ended = await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      const rows = await tables(em)
        .updateTable('events_event')
        .set({
          resolved_at: sql<Date>`greatest(${now}::timestamptz, created_at)`,
          resolved_by: 'system',
          seen_at: null,
        })
        .where('fingerprint', 'is not', null)
        .where('resolved_at', 'is', null)
        .where('seen_at', '<', before)
        .returning('id')
        .execute()
      await appendChanges(
        em,
        rows.map(({ id }) => ({ id, kind: 'resolved' })),
        now,
      )
      return rows.length
    }),
  )
  if (ended > 0) await ctx.events.broadcast(eventsChanged, null)
  return ended
}

const trim: Job<Events> = {
  summary: 'Removes old events and changes, and ends alerts that nobody tells any more',
  cron: '37 * * * *',
  timeoutSec: 1800,
  async run(events, { signal, log }) {
    const { ctx } = events
    const { history_days: days, history_rows: rows, change_days: changeDays } = ctx.config
    const ago = (count: number) => new Date(ctx.clock().getTime() - count * 86_400_000)
    const db = () => tables(ctx.em())
    const silent = await endSilentAlerts(events)
    const old = await inParts(signal, async () => {
      const { numAffectedRows } = await sql`
        delete from events_event where id in (select id from events_event
          where resolved_at < ${ago(days)} order by resolved_at limit ${rowsAtOnce})`.execute(db())
      return numAffectedRows
    })
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::float8 as count from events_event where resolved_at is not null`.execute(db())
    let above = Math.max(0, counted[0]!.count - rows)
    const many = await inParts(signal, async () => {
      const { numAffectedRows } = await sql`
        delete from events_event where id in (
          select id from events_event where resolved_at is not null
          order by resolved_at limit ${Math.min(rowsAtOnce, above)})`.execute(db())
      above -= Number(numAffectedRows ?? 0n)
      return numAffectedRows
    })
    const changes = await inParts(signal, async () => {
      const { numAffectedRows } = await sql`
        delete from events_change where seq in (select seq from events_change
          where time < ${ago(changeDays)} order by time limit ${rowsAtOnce})`.execute(db())
      return numAffectedRows
    })
    log.info({ old, many, changes, silent }, 'old events removed')
  },
}

export const jobs: Readonly<Record<string, Job<Events>>> = { evaluate_rules: evaluateJob, trim }
