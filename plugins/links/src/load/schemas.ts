import { Type as T, type Static } from 'typebox'
import { Id, closedObject, nullable } from '@linecard/plugin-kit'
import { LinkView, PortView, linkFields } from '../schemas.ts'
import { speedText } from './load.ts'
import type { LoadedLink } from './loaded.ts'
import { periodKeys } from './rates.ts'

export const Period = T.Optional(
  T.Enum([...periodKeys], { description: 'Over which time loads are averaged; absent: 15m' }),
)

const mbps = (what: string) => nullable(T.Number({ description: `${what}, Mbit/s (10^6 bits)` }))

export const loadFields = {
  utilization_percent: nullable(
    T.Number({ description: 'Larger direction: octets a second × 8 / 10^6 / Mbit/s of the link × 100' }),
  ),
  utilization_mbps: mbps('The larger direction'),
  to_dest_mbps: mbps('From src to dest'),
  to_src_mbps: mbps('From dest to src'),
  speed_mbps: mbps('Speed of the link'),
  speed: nullable(T.String({ description: 'The same in a word: 1G' })),
  measured_at: nullable({
    ...Id,
    description: 'Interface whose counters tell it: the upstream one, else the other. Null: none, or members',
  }),
  high: T.Boolean({ description: 'At or above `high_percent` of the settings' }),
}

/** A load as all answers show it. */
export function loadView({ load, high }: Pick<LoadedLink, 'load' | 'high'>) {
  const { percent, to_dest_mbps: down, to_src_mbps: up, speed_mbps: speed, measured_at } = load
  return {
    utilization_percent: percent,
    utilization_mbps: down === null && up === null ? null : Math.max(down ?? 0, up ?? 0),
    to_dest_mbps: down,
    to_src_mbps: up,
    speed_mbps: speed,
    speed: speedText(speed),
    measured_at,
    high,
  }
}

export const LoadedView = closedObject(
  { ...LinkView.properties, ...loadFields },
  { $id: 'links.LoadedLink', description: 'A link with how much it carries' },
)
export type LoadedView = Static<typeof LoadedView>

/** A link without the whole resources of its devices, for trees and graphs. */
export const EdgeView = closedObject(
  {
    id: linkFields.id,
    source: linkFields.source,
    shared: linkFields.shared,
    src_device_id: Id,
    dest_device_id: Id,
    src_iface: nullable(PortView),
    dest_iface: nullable(PortView),
    src_aggregate_id: nullable(Id),
    dest_aggregate_id: nullable(Id),
    path: linkFields.path,
    ...loadFields,
  },
  { $id: 'links.Edge', description: 'A link, as trees and graphs draw it' },
)
export type EdgeView = Static<typeof EdgeView>
