import type { WorstSeries } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { WorstWanted } from '../series/store.ts'
import { tables } from '../tables.ts'
import { doneTimes, expression } from './read.ts'
import { rolledTiers, sampleTier, type Tier } from './tiers.ts'

/**
 * The largest averages over one piece of time, from the coarsest tier that has all of it in whole periods. A
 * period that only lies partly in it would count with values from outside.
 */
export async function worstEmbedded(
  em: SqlEntityManager,
  { family, slots, from, to, above, limit, interfaces }: WorstWanted,
  signal: AbortSignal,
): Promise<WorstSeries[]> {
  const done = await doneTimes(em)
  signal.throwIfAborted()
  const has = ({ key, period }: Tier) =>
    from % period === 0 && to % period === 0 && (done.get(key) ?? -Infinity) >= to
  const tier = rolledTiers.findLast(has) ?? sampleTier
  const values = sql.raw(slots.map(slot => expression(tier, slot, 'avg')).join(', '))
  const chosen =
    interfaces === null ? sql`interface_id <> 0` : sql`interface_id = any (${[...interfaces]}::int[])`
  const { rows } = await sql<WorstSeries>`
    select s.device_id, s.interface_id, w.values from (
      select series_id, array[${values}] as values, greatest(${values}) as most from ${sql.table(tier.table)}
      where time > to_timestamp(${from}) and time <= to_timestamp(${to})
        and series_id in (select id from metrics_series where family = ${family} and ${chosen})
      group by series_id
    ) w join metrics_series s on s.id = w.series_id
    where w.most > ${above} order by w.most desc, s.interface_id limit ${limit}`.execute(tables(em))
  return rows
}
