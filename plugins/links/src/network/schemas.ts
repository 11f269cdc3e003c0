import { Type as T } from 'typebox'
import { EmbeddedDevice, Id, closedObject, nullable } from '@linecard/plugin-kit'
import { EdgeView } from '../load/schemas.ts'

/** A device in the network. */
const node = {
  id: Id,
  ip: T.String(),
  name: T.String(),
  status: T.String({ description: 'Up, Down, Unknown' }),
  type: nullable(T.String({ description: 'Switch, OLT …' })),
  model: nullable(T.String()),
  group_id: Id,
  level: nullable(T.Integer({ description: 'Links to the top; 0: a top; null: it has no link' })),
  parent_id: nullable({ ...Id, description: 'The next device on a shortest way to the top' }),
  links: T.Integer({ description: 'Links to devices of this answer' }),
  below: T.Integer({ description: 'Devices whose shortest way to the top leads through it' }),
}

export const TreeNode = closedObject(
  {
    ...node,
    uplink: nullable(EdgeView),
    uplinks: T.Integer({ description: 'Links to devices that are nearer to the top' }),
  },
  { $id: 'links.TreeNode', description: 'A device in the tree, with the link to the one above it' },
)

export const GraphView = closedObject(
  {
    nodes: T.Array(
      closedObject({
        ...node,
        x: T.Number(),
        y: T.Number(),
        placed: T.Boolean({ description: 'A person has put it there' }),
      }),
    ),
    edges: T.Array(EdgeView),
  },
  { $id: 'links.Graph', description: 'Devices with their places, and the links between them' },
)

const Place = closedObject({
  device_id: Id,
  x: T.Number({ minimum: -1e6, maximum: 1e6 }),
  y: T.Number({ minimum: -1e6, maximum: 1e6 }),
})
export const PlacesView = closedObject({ places: T.Array(Place, { maxItems: 5000 }) })

export const HopView = closedObject(
  {
    device: EmbeddedDevice,
    uplink_device: EmbeddedDevice,
    links: T.Array(EdgeView, {
      description: 'All links between the two; several: an aggregate, or spare ones',
    }),
    utilization_percent: nullable(
      T.Number({ description: 'Of all of them together: the aggregate, else their sum' }),
    ),
    speed_mbps: nullable(T.Number()),
    high: T.Boolean(),
    down: T.Boolean({ description: 'An interface of one of these links is down' }),
  },
  { $id: 'links.Hop', description: 'One step of a way to the top' },
)

export const UpwardView = closedObject(
  {
    device: EmbeddedDevice,
    ways: T.Array(
      closedObject({
        hops: T.Array(HopView),
        complete: T.Boolean({
          description: 'false: it goes on through devices of groups that are not shown',
        }),
      }),
      { description: 'The shortest first: one for each neighbour that leads to the top' },
    ),
    is_root: T.Boolean({ description: 'It is a top of the network itself' }),
  },
  { $id: 'links.Upward', description: 'The ways from a device to the top of the network' },
)
