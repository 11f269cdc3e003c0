import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Days for which changes are kept. */
export const keptChangeDays = 90

/** A link that came up with another speed, octets a second. */
export interface SpeedChange {
  interface_id: number
  previous: number
  speed: number
}

/** Keeps changes that one poll of a device has found. */
export async function keepChanges(
  em: SqlEntityManager,
  time: Date,
  changes: readonly SpeedChange[],
): Promise<void> {
  await tables(em)
    .insertInto('metrics_speed_change')
    .values(changes.map(change => ({ ...change, time })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** See `Series.lowered`. The last change tells the present speed. */
export const loweredSince = (since: Date): RawBuilder<unknown> => sql`
  select c.interface_id, c.speed, c.highest, c.fell_at from (
    select interface_id, (array_agg(speed order by time desc))[1] as speed,
      greatest(max(previous), max(speed)) as highest, max(time) filter (where speed < previous) as fell_at
    from metrics_speed_change where time >= ${since} group by interface_id
  ) c where c.speed < c.highest`
