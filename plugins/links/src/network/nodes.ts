import { otherEnd, type Network } from './graph.ts'
import type { DeviceRow } from './read.ts'

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
export function nodesOf(network: Network, rows: readonly DeviceRow[]) {
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
