import type { Logger } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { keptChangeDays } from '../rates/speed-changes.ts'
import { tables } from '../tables.ts'
import { dropPartition, listPartitions, type Partition, type Partitions } from './partitions.ts'
import { dayMs, keptDays, tiers, type Retention } from './tiers.ts'

const bytesPerGb = 1_000_000_000

interface RetainOptions {
  em(): SqlEntityManager
  partitions: Partitions
  kept: Retention & { max_size_gb: number }
  now: number
  log: Logger
}

const endOf = ({ tier, firstDay }: Partition): number => (firstDay + tier.spanDays) * dayMs

/** Which partitions go because of the size: those as read first, the oldest first, never the present ones. */
export function overSize(all: readonly Partition[], maxBytes: number, now: number): Partition[] {
  let bytes = all.reduce((sum, one) => sum + one.bytes, 0)
  const order = tiers.flatMap(tier =>
    all
      .filter(one => one.tier === tier && endOf(one) < now - dayMs)
      .toSorted((a, b) => a.firstDay - b.firstDay),
  )
  const gone: Partition[] = []
  for (const one of order) {
    if (bytes <= maxBytes) break
    gone.push(one)
    bytes -= one.bytes
  }
  return gone
}

/** Rows of the rest, which has no partition of its own. */
async function trimRest({ em, kept, now }: RetainOptions): Promise<void> {
  for (const tier of tiers) {
    const before = new Date(now - keptDays(tier, kept) * dayMs)
    await sql`delete from ${sql.table(`${tier.table}_rest`)} where time < ${before}`.execute(tables(em()))
  }
}

/** Removes series of which nothing is left, for example those of deleted devices. */
async function trimSeries({ em, kept, now }: RetainOptions): Promise<number> {
  const db = tables(em())
  const today = new Date(now)
  await sql`
    update metrics_series set seen_on = ${today}::date where seen_on < ${today}::date
      and id in (select series_id from metrics_5m where time > ${new Date(now - dayMs)})`.execute(db)
  const longest = Math.max(...tiers.map(tier => keptDays(tier, kept)))
  const { numDeletedRows } = await db
    .deleteFrom('metrics_series')
    .where(sql<boolean>`seen_on < ${new Date(now - longest * dayMs)}::date`)
    .executeTakeFirst()
  const stale = new Date(now - 30 * dayMs)
  await db.deleteFrom('metrics_counter').where('time', '<', stale).execute()
  await db.deleteFrom('metrics_speed').where('time', '<', stale).execute()
  await db
    .deleteFrom('metrics_speed_change')
    .where('time', '<', new Date(now - keptChangeDays * dayMs))
    .execute()
  return Number(numDeletedRows)
}

/** Drops what is too old, or too much. Returns what went. */
export async function retain(options: RetainOptions): Promise<{ dropped: string[]; series: number }> {
  const { em, partitions, kept, now, log } = options
  const all = await listPartitions(em())
  const old = all.filter(one => endOf(one) < now - keptDays(one.tier, kept) * dayMs)
  const large = overSize(
    all.filter(one => !old.includes(one)),
    kept.max_size_gb * bytesPerGb,
    now,
  )
  if (large.length > 0)
    log.warn(
      { partitions: large.map(({ name }) => name) },
      'series exceed metrics.max_size_gb: the oldest go',
    )
  for (const one of [...old, ...large]) {
    await dropPartition(em(), one)
    partitions.forget(one.name)
  }
  await trimRest(options)
  return { dropped: [...old, ...large].map(({ name }) => name), series: await trimSeries(options) }
}
