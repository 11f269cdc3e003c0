import { Type as T } from 'typebox'
import { Reply, closedObject, type Routes } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Links } from '../parts.ts'
import { LoadsMeta, LoadsQuery, listLoads } from './list.ts'
import { activeLinks, withLoads } from './loaded.ts'
import { periods } from './rates.ts'
import { LoadedView, Period } from './schemas.ts'

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
