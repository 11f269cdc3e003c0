import { Type as T, type Static } from 'typebox'
import { ListMeta, closedObject, pageOf, listQuery, type Caller, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { withLoads } from '../load/loaded.ts'
import { periods } from '../load/rates.ts'
import { Period } from '../load/schemas.ts'
import { otherEnd, type Network } from './graph.ts'
import { nodesOf } from './nodes.ts'
import { devicesOf, edgeViews, mostDevices, readNetwork } from './read.ts'

export const TreeQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  period: Period,
  max_level: T.Optional(
    T.Integer({ minimum: 0, maximum: 1000, description: 'Only devices up to this level' }),
  ),
})
export const TreeMeta = ListMeta

const uplinksOf = ({ at, level }: Network, device: number, seen: ReadonlySet<number>): number =>
  at.get(device)!.filter(edge => {
    const other = otherEnd(edge, device)
    return seen.has(other) && level.get(other)! < level.get(device)!
  }).length

/** Devices with links, each after the one above it. @throws METRICS_STORE_* */
export async function readTree(
  ctx: Context<Config>,
  caller: Caller,
  query: Static<typeof TreeQuery>,
  signal: AbortSignal,
) {
  const page = pageOf(query, { cap: mostDevices, standard: mostDevices })
  const em = ctx.em() as SqlEntityManager
  const { rows, network } = await readNetwork(ctx)
  const place = new Map(network.order.map((device, n) => [device, n]))
  const nodes = nodesOf(network, await devicesOf(em, caller))
    .filter(({ level }) => level !== null && level <= (query.max_level ?? Infinity))
    .toSorted((a, b) => place.get(a.id)! - place.get(b.id)!)
  const shown = nodes.slice(page.offset, page.offset + page.limit)
  // A link is shown if both of its devices are: the one above may be on another page.
  const seen = new Set(nodes.map(({ id }) => id))
  const linked = new Map(
    shown.flatMap(({ id }) => {
      const up = network.parent.get(id)
      return up && seen.has(otherEnd(up, id)) ? [[id, up.id] as const] : []
    }),
  )
  const wanted = new Set(linked.values())
  const pairs = new Set([...linked].map(([id]) => pairOf(network, id)))
  const near = rows.filter(row => pairs.has(pairKey(row.src_device_id, row.dest_device_id)))
  const loaded = await withLoads(ctx, near, periods[query.period ?? '15m'], signal)
  const views = await edgeViews(
    em,
    caller,
    loaded.filter(({ id }) => wanted.has(id)),
  )
  const byId = new Map(views.map(view => [view.id, view]))
  return {
    nodes: shown.map(node => ({
      ...node,
      uplink: byId.get(linked.get(node.id) ?? -1) ?? null,
      uplinks: uplinksOf(network, node.id, seen),
    })),
    meta: { total: nodes.length, ...page },
  }
}

const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`
const pairOf = ({ parent }: Network, device: number): string =>
  pairKey(device, otherEnd(parent.get(device)!, device))
