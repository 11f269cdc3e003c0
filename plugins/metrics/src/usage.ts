import type { Caller, Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { familyOf } from './catalogue/index.ts'
import type { Metrics } from './setup.ts'
import { tables } from './tables.ts'

/** Series of the devices that the caller sees, by family. */
export async function usage({ ctx }: Metrics, caller: Caller): Promise<Usage> {
  const devices = await ctx.use('devices').visible(caller)
  const all = tables(ctx.em()).selectFrom('metrics_series')
  const own = devices === null ? all : all.where(sql<boolean>`device_id = any (${[...devices]}::int[])`)
  const rows = await own
    .groupBy('family')
    .orderBy('family')
    .select(['family', sql<number>`count(*)::int`.as('series')])
    .execute()
  return {
    series: rows.reduce((sum, { series }) => sum + series, 0),
    series_by_family: Object.fromEntries(
      rows.map(({ family, series }) => [familyOf(family)?.key ?? String(family), series]),
    ),
  }
}
