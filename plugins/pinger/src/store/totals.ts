import type { Caller, Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { TotalsView } from '../schemas.ts'
import type { Config } from '../config.ts'
import { lossy, watchedDevices, watching } from './statuses.ts'

const count = (condition: unknown) => sql<number>`count(*) filter (where ${condition})::int`

/** Numbers of devices that the caller sees, by status. */
export function totalsOf(ctx: Context<Config>, caller: Caller): Promise<TotalsView> {
  const loss = lossy(ctx.config.loss_percent)
  return watchedDevices(ctx, ctx.em(), caller)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count(sql`s.status = 'Up'`).as('up'),
      count(sql`s.status = 'Down'`).as('down'),
      count(sql`s.status = 'Unknown' and d.enabled`).as('unknown'),
      count(sql`not d.enabled`).as('disabled'),
      count(sql`s.status = 'Up' and ${loss}`).as('packet_loss'),
      sql<boolean>`coalesce(bool_and(${watching}) filter (where d.enabled), true)`.as('watching'),
    ])
    .executeTakeFirstOrThrow()
}
