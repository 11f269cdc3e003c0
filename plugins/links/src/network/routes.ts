import { Type as T } from 'typebox'
import { DeviceParams, Reply, type Routes } from '@linecard/plugin-kit'
import { deviceIdNamed } from '@linecard/inventory/read'
import type { Links } from '../parts.ts'
import { GraphQuery, graphFile, readGraph } from './drawn.ts'
import { GraphView, TreeNode, UpwardView } from './schemas.ts'
import { TreeMeta, TreeQuery, readTree } from './tree.ts'
import { UpwardQuery, readUpward } from './ways.ts'

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
