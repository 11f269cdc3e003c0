import { Type as T, type Static } from 'typebox'
import {
  DeviceParams,
  Reply,
  type Routes,
  RawReply,
  closedObject,
  type Caller,
  type Context,
  ListMeta,
  pageOf,
  listQuery,
} from '@linecard/plugin-kit'
import { deviceIdNamed } from '@linecard/inventory/read'
import type { Links } from '../parts.ts'
import { GraphView, TreeNode, UpwardView } from './schemas.ts'
import { UpwardQuery, readUpward } from './ways.ts'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { withLoads } from '../load/loaded.ts'
import { periods } from '../load/rates.ts'
import { Period } from '../load/schemas.ts'
import { dotOf, graphml } from './formats.ts'
import { placesOf } from './layout.ts'
import { keptPlaces } from './places.ts'
import { devicesOf, edgeViews, readNetwork, mostDevices, type DeviceRow } from './read.ts'
import { otherEnd, type Network } from './graph.ts'

/** Devices of `shown` that hang below each, by the shortest ways. */
function belowOf({ order, parent }: Network, shown: ReadonlySet<number>): Map<number, number> {
  const below = new Map<number, number>()
  for (const device of order.toReversed()) {
    const up = parent.get(device)
    if (!up) continue
    const above = otherEnd(up, device)
    below.set(above, (below.get(above) ?? 0) + (below.get(device) ?? 0) + Number(shown.has(device)))
  }
  return below
}

/** Devices as nodes of the network. Others than these `rows` are neither named nor counted. */
function nodesOf(network: Network, rows: readonly DeviceRow[]) {
  const shown = new Set(rows.map(({ id }) => id))
  const below = belowOf(network, shown)
  return rows.map(row => {
    const up = network.parent.get(row.id)
    const above = up ? otherEnd(up, row.id) : null
    return {
      ...row,
      level: network.level.get(row.id) ?? null,
      parent_id: above !== null && shown.has(above) ? above : null,
      links: (network.at.get(row.id) ?? []).filter(edge => shown.has(otherEnd(edge, row.id))).length,
      below: below.get(row.id) ?? 0,
    }
  })
}

const TreeQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  period: Period,
  max_level: T.Optional(
    T.Integer({ minimum: 0, maximum: 1000, description: 'Only devices up to this level' }),
  ),
})
const TreeMeta = ListMeta

const uplinksOf = ({ at, level }: Network, device: number, seen: ReadonlySet<number>): number =>
  at.get(device)!.filter(edge => {
    const other = otherEnd(edge, device)
    return seen.has(other) && level.get(other)! < level.get(device)!
  }).length

/** Devices with links, each after the one above it. @throws METRICS_STORE_* */
async function readTree(
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

const ids = '^-?[0-9]{1,10}(,-?[0-9]{1,10}){0,999}$'
const GraphQuery = closedObject({
  period: Period,
  groups: T.Optional(
    T.String({ pattern: ids, description: 'Ids of groups of devices, comma separated: only their devices' }),
  ),
  min_load: T.Optional(
    T.Number({ minimum: 0, maximum: 100, description: 'Only links loaded at least so much, percent' }),
  ),
  max_level: T.Optional(
    T.Integer({ minimum: 0, maximum: 1000, description: 'Only devices up to this level' }),
  ),
  hide_unlinked: T.Optional(T.Boolean({ description: 'true: no devices without a link that is shown' })),
  format: T.Optional(
    T.Enum(['json', 'graphml', 'dot'], { description: 'graphml and dot: a file, without the envelope' }),
  ),
})
type GraphQuery = Static<typeof GraphQuery>

/** The graph that the caller sees, with stable places. @throws METRICS_STORE_* */
async function readGraph(ctx: Context<Config>, caller: Caller, query: GraphQuery, signal: AbortSignal) {
  const em = ctx.em() as SqlEntityManager
  const { rows, network } = await readNetwork(ctx)
  const groups = query.groups?.split(',').map(Number) ?? null
  const devices = nodesOf(network, await devicesOf(em, caller, { groups })).filter(
    ({ level }) => query.max_level === undefined || (level !== null && level <= query.max_level),
  )
  const seen = new Set(devices.map(({ id }) => id))
  const within = rows.filter(row => seen.has(row.src_device_id) && seen.has(row.dest_device_id))
  const loaded = (await withLoads(ctx, within, periods[query.period ?? '15m'], signal)).filter(
    ({ load }) => query.min_load === undefined || (load.percent !== null && load.percent >= query.min_load),
  )
  const linked = new Set(loaded.flatMap(row => [row.src_device_id, row.dest_device_id]))
  const shown = query.hide_unlinked ? devices.filter(({ id }) => linked.has(id)) : devices
  const kept = await keptPlaces(em)
  // Of the whole network, so that places do not depend on who looks, or at what.
  const alone = shown.flatMap(({ id }) => (network.at.has(id) ? [] : id))
  const places = placesOf(network, alone, kept)
  return {
    nodes: shown.map(node => ({
      ...node,
      ...places.get(node.id)!,
      placed: kept.get(node.id)?.placed ?? false,
    })),
    edges: await edgeViews(em, caller, loaded),
  }
}

type Graph = Awaited<ReturnType<typeof readGraph>>

/** The graph as a file. */
function graphFile({ nodes, edges }: Graph, format: 'graphml' | 'dot'): RawReply {
  const drawn = edges.map(edge => ({
    id: edge.id,
    src: edge.src_device_id,
    dest: edge.dest_device_id,
    src_port: edge.src_iface?.name ?? '',
    dest_port: edge.dest_iface?.name ?? '',
    percent: edge.utilization_percent,
  }))
  const write = format === 'dot' ? dotOf : graphml
  return new RawReply([...write(nodes, drawn)].join(''), graphTypes[format], {
    'content-disposition': `attachment; filename="network.${format === 'dot' ? 'gv' : 'graphml'}"`,
  })
}
const graphTypes = { graphml: 'application/xml; charset=utf-8', dot: 'text/vnd.graphviz; charset=utf-8' }

const tag = 'links'
const path = '/component/links'

export function networkRoutes(declare: Routes, { ctx }: Links): void {
  declare.get(
    `${path}/tree`,
    {
      operationId: 'links.tree',
      scope: 'group',
      tag,
      summary: 'Devices as a tree, with the load of their uplinks',
      description:
        'A flat list: each device comes after the one above it, which `parent_id` names: the next ' +
        'device on a shortest way to the top, so rings make no circles.',
      permission: 'links_view',
      query: TreeQuery,
      response: T.Array(TreeNode),
      meta: TreeMeta,
    },
    async ({ caller, query, signal }) => {
      const { nodes, meta } = await readTree(ctx, caller, query, signal)
      return new Reply(nodes, meta)
    },
  )
  declare.get(
    `${path}/graph`,
    {
      operationId: 'links.graph',
      scope: 'group',
      tag,
      summary: 'Devices and links, to be drawn',
      description:
        'With stable places: devices stay where they were drawn, and new ones come beside their ' +
        'neighbours. `format` gives a file in GraphML or DOT instead.',
      permission: 'links_view',
      query: GraphQuery,
      response: GraphView,
      orFile: 'application/xml',
    },
    async ({ caller, query, signal }) => {
      const graph = await readGraph(ctx, caller, query, signal)
      const { format = 'json' } = query
      return format === 'json' ? graph : graphFile(graph, format)
    },
  )
  declare.get(
    `${path}/upward/:deviceId`,
    {
      operationId: 'links.upward',
      scope: 'group',
      tag,
      summary: 'The ways from a device to the top, with loads',
      description:
        'One way for each neighbour that leads to the top without this device: a device on a ring has two. ' +
        'All links of a step are shown, and what they carry together.',
      permission: 'links_view',
      params: DeviceParams,
      query: UpwardQuery,
      response: UpwardView,
    },
    async ({ caller, params, query, signal }) => {
      const id = await deviceIdNamed(ctx, params.deviceId, caller)
      return readUpward(ctx, caller, id, query.period ?? '15m', signal)
    },
  )
}
