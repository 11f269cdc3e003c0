import { Type as T, type Static } from 'typebox'
import { RawReply, closedObject, type Caller, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { withLoads } from '../load/loaded.ts'
import { periods } from '../load/rates.ts'
import { Period } from '../load/schemas.ts'
import { dotOf, graphml } from './formats.ts'
import { placesOf } from './layout.ts'
import { nodesOf } from './nodes.ts'
import { keptPlaces } from './places.ts'
import { devicesOf, edgeViews, readNetwork } from './read.ts'

const ids = '^-?[0-9]{1,10}(,-?[0-9]{1,10}){0,999}$'
export const GraphQuery = closedObject({
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
export async function readGraph(
  ctx: Context<Config>,
  caller: Caller,
  query: GraphQuery,
  signal: AbortSignal,
) {
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
export function graphFile({ nodes, edges }: Graph, format: 'graphml' | 'dot'): RawReply {
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
