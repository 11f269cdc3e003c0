import { Type as T, type Static } from 'typebox'
import {
  Reply,
  closedObject,
  type Routes,
  ListMeta,
  listQuery,
  pageOf,
  type Caller,
  type Context,
  sortTerms,
} from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Links } from '../parts.ts'
import { activeLinks, withLoads, type LoadedLink } from './loaded.ts'
import { periods } from './rates.ts'
import { LoadedView, Period, loadView } from './schemas.ts'
import type { Config } from '../config.ts'
import { linkViews, mostRows } from '../links/list.ts'

const LoadsQuery = closedObject({
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
type LoadsQuery = Static<typeof LoadsQuery>
const LoadsMeta = ListMeta

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
async function listLoads(ctx: Context<Config>, caller: Caller, query: LoadsQuery, signal: AbortSignal) {
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

const tag = 'links'
const path = '/component/links'
const Percent = T.Integer({ description: 'Load from which a link is high, percent' })

export const WidgetView = closedObject(
  {
    count: T.Integer({ description: 'Links at or above the limit' }),
    known: T.Integer({ description: 'Links whose load is known' }),
    total: T.Integer(),
    high_percent: Percent,
  },
  { $id: 'links.HighUtilization', examples: [{ count: 2, known: 310, total: 342, high_percent: 85 }] },
)

export function loadRoutes(declare: Routes, { ctx }: Links): void {
  declare.get(
    `${path}/list`,
    {
      operationId: 'links.loads.list',
      scope: 'group',
      tag,
      summary: 'Links with how much they carry',
      description:
        'The most loaded first. A load is that of the larger direction, by the counters of the upstream ' +
        'interface, else of the other one; of an aggregate without counters the sum of its members. ' +
        'Null: not known.',
      permission: 'links_view',
      query: LoadsQuery,
      response: T.Array(LoadedView),
      meta: LoadsMeta,
    },
    async ({ caller, query, signal }) => {
      const { links, meta } = await listLoads(ctx, caller, query, signal)
      return new Reply(links, meta)
    },
  )
  declare.get(
    `${path}/widgets/high-utilization`,
    {
      operationId: 'links.high-utilization',
      scope: 'group',
      tag,
      summary: 'How many links are highly loaded',
      description: 'By the same limit as the event `high_link_utilization`.',
      permission: 'links_view',
      query: closedObject({ period: Period }),
      response: WidgetView,
    },
    async ({ caller, query, signal }) => {
      const rows = await activeLinks(ctx.em() as SqlEntityManager, caller, ctx.config.most_links)
      const loaded = await withLoads(ctx, rows, periods[query.period ?? '15m'], signal)
      return {
        count: loaded.filter(({ high }) => high).length,
        known: loaded.filter(({ load }) => load.percent !== null).length,
        total: rows.length,
        high_percent: ctx.config.high_percent,
      }
    },
  )
}
