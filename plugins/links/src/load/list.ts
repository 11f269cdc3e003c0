import { Type as T, type Static } from 'typebox'
import { ListMeta, closedObject, listQuery, pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sortTerms } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { linkViews, mostRows } from '../links/list.ts'
import { activeLinks, withLoads, type LoadedLink } from './loaded.ts'
import { periods } from './rates.ts'
import { Period, loadView } from './schemas.ts'

export const LoadsQuery = closedObject({
  ...listQuery,
  period: Period,
  devices: T.Optional(
    T.String({
      pattern: '^-?[0-9]{1,10}(,-?[0-9]{1,10}){0,999}$',
      description: 'Ids of devices, comma separated: only links with one of them at an end',
    }),
  ),
  only_high: T.Optional(T.Boolean({ description: 'true: only links at or above `high_percent`' })),
})
export type LoadsQuery = Static<typeof LoadsQuery>
export const LoadsMeta = ListMeta

const sortable = {
  utilization_percent: 'percent',
  utilization_mbps: 'mbps',
  speed_mbps: 'speed',
  id: 'id',
} as const
type Column = (typeof sortable)[keyof typeof sortable]

const valueOf = (link: LoadedLink, column: Column): number | null =>
  column === 'id'
    ? link.id
    : column === 'percent'
      ? link.load.percent
      : column === 'speed'
        ? link.load.speed_mbps
        : loadView(link).utilization_mbps

/** Unknown values come last, in both directions. */
function compare(terms: readonly (readonly [Column, 'asc' | 'desc'])[]) {
  return (one: LoadedLink, other: LoadedLink): number => {
    for (const [column, way] of terms) {
      const [a, b] = [valueOf(one, column), valueOf(other, column)]
      if (a === b) continue
      if (a === null) return 1
      if (b === null) return -1
      return way === 'asc' ? a - b : b - a
    }
    return 0
  }
}

/** A page of links with their loads, the most loaded first. @throws SORT_UNKNOWN, METRICS_STORE_* */
export async function listLoads(
  ctx: Context<Config>,
  caller: Caller,
  query: LoadsQuery,
  signal: AbortSignal,
) {
  const page = pageOf(query, { cap: mostRows, standard: 100 })
  const terms = sortTerms<Column>(query.sort ?? '-utilization_percent', sortable)
  const devices = query.devices === undefined ? null : new Set(query.devices.split(',').map(Number))
  const rows = await activeLinks(ctx.em() as SqlEntityManager, caller, ctx.config.most_links)
  const about = rows.filter(
    ({ src_device_id: src, dest_device_id: dest }) => !devices || devices.has(src) || devices.has(dest),
  )
  const loaded = await withLoads(ctx, about, periods[query.period ?? '15m'], signal)
  const fits = loaded.filter(({ high }) => !query.only_high || high).toSorted(compare(terms))
  const shown = fits.slice(page.offset, page.offset + page.limit)
  const views = await linkViews(ctx, caller, shown)
  const loads = new Map(shown.map(link => [link.id, loadView(link)]))
  return {
    links: views.map(view => ({ ...view, ...loads.get(view.id)! })),
    meta: { total: fits.length, ...page },
  }
}
