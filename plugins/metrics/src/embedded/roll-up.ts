import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { maxSlots } from '../catalogue/index.ts'
import { tables } from '../tables.ts'
import { listPartitions, type Partitions } from './partitions.ts'
import { dayMs, rolledTiers, sampleTier, tiers, type Tier } from './tiers.ts'
import { graceMs } from './write.ts'

/** Of one transaction at most. */
const sliceMs = 900_000
const slots = Array.from({ length: maxSlots }, (_, slot) => slot)
const columns = ['a', 'l', 'h'].flatMap(letter => slots.map(slot => `${letter}${slot}`))

/** Averages weigh rows by the number of values in them. */
const weighted = (slot: number): string =>
  `(sum(a${slot}::float8 * n) / nullif(sum(n) filter (where a${slot} is not null), 0))::real`
const ofSamples = [
  ...slots.map(slot => `avg(v${slot})::real`),
  ...slots.map(slot => `min(v${slot})`),
  ...slots.map(slot => `max(v${slot})`),
]
const ofRolled = [
  ...slots.map(weighted),
  ...slots.map(slot => `min(l${slot})`),
  ...slots.map(slot => `max(h${slot})`),
]

/** Ends of the periods: a period has what came after its begin, up to its end. */
const endOf = (tier: Tier, column: string): string =>
  `date_bin('${tier.period} s', ${column} - interval '1 ms', 'epoch') + interval '${tier.period} s'`

const statementOf = (tier: Tier, from: Tier): string => `
  insert into ${tier.table} (series_id, time, n, ${columns.join(', ')})
  select series_id, ${endOf(tier, 'time')} as t, ${from === sampleTier ? 'count(*)' : 'sum(n)'},
    ${(from === sampleTier ? ofSamples : ofRolled).join(', ')}
  from ${from.table}`

/** Makes the rows of a tier for one slice of time again: the same result however often it is done. */
async function makeSlice(
  em: SqlEntityManager,
  tier: Tier,
  from: Tier,
  slice: { from: Date; to: Date },
): Promise<void> {
  const within = sql`time > ${slice.from} and time <= ${slice.to}`
  await em.transactional(async inner => {
    const db = tables(inner)
    // Who writes late rows waits for this lock, and then sees that they are not in the slice.
    await sql`select 1 from metrics_rolled where tier = ${tier.key} for update`.execute(db)
    await sql`delete from ${sql.table(tier.table)} where ${within}`.execute(db)
    await sql`${sql.raw(statementOf(tier, from))} where ${within} group by 1, 2 order by 1, 2`.execute(db)
    await sql`
      update metrics_rolled set done_to = greatest(done_to, ${slice.to}) where tier = ${tier.key}`.execute(db)
  })
}

const floor = (tier: Tier, ms: number): number => Math.floor(ms / (tier.period * 1000)) * tier.period * 1000

/** Where a tier begins that was never made: at the first partition of what it is made of. */
async function beginOf(em: SqlEntityManager, from: Tier, now: number): Promise<number> {
  const days = (await listPartitions(em)).flatMap(one => (one.tier === from ? [one.firstDay] : []))
  return days.length === 0 ? now : Math.min(...days) * dayMs
}

/** How far a tier is made. What late rows have changed counts as not made. */
async function doneOf({ em, now }: RollOptions, tier: Tier, from: Tier): Promise<number> {
  const db = tables(em())
  const own = db.selectFrom('metrics_rolled').selectAll().where('tier', '=', tier.key)
  const row = await own.executeTakeFirst()
  if (!row) {
    const begin = floor(tier, await beginOf(em(), from, now))
    await db
      .insertInto('metrics_rolled')
      .values({ tier: tier.key, done_to: new Date(begin) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return begin
  }
  if (!row.redo_from) return row.done_to.getTime()
  const begin = new Date(Math.min(row.done_to.getTime(), floor(tier, row.redo_from.getTime() - 1)))
  await sql`
    update metrics_rolled set done_to = ${begin}, redo_from = null
    where tier = ${tier.key} and redo_from = ${row.redo_from}`.execute(db)
  return begin.getTime()
}

async function rollTier(options: RollOptions, tier: Tier, from: Tier): Promise<number> {
  const { em, partitions, now, signal } = options
  const made = tables(em()).selectFrom('metrics_rolled').select('done_to').where('tier', '=', from.key)
  const source = from === sampleTier ? now - graceMs : (await made.executeTakeFirst())?.done_to.getTime()
  if (source === undefined) return 0
  const to = floor(tier, source)
  let at = await doneOf(options, tier, from)
  let slices = 0
  const longest = Math.max(sliceMs, tier.period * 1000)
  while (at < to) {
    signal.throwIfAborted()
    const next = Math.min(floor(tier, at + longest), to)
    await partitions.need(tier, at)
    await partitions.need(tier, next)
    await makeSlice(em(), tier, from, { from: new Date(at), to: new Date(next) })
    at = next
    slices++
  }
  return slices
}

export interface RollOptions {
  em(): SqlEntityManager
  partitions: Partitions
  /** Milliseconds since 1970. */
  now: number
  signal: AbortSignal
}

/** Rolls up everything that is complete: 5 minutes of samples, hours of these, days of those. */
export async function rollUp(options: RollOptions): Promise<number> {
  let slices = 0
  for (const [at, tier] of rolledTiers.entries()) slices += await rollTier(options, tier, tiers[at]!)
  return slices
}
