import { otherEnd, waysFrom, type Edge, type Network } from './graph.ts'

/** One step of a way to the top: all links between two devices, the used one first. */
export interface Hop {
  from: number
  to: number
  edges: readonly Edge[]
}

/** Ways of one answer at most: a device has few uplinks. */
const mostWays = 10

const between = ({ at }: Network, from: number, to: number, first: Edge): Edge[] => [
  first,
  ...at.get(from)!.filter(edge => edge !== first && otherEnd(edge, from) === to),
]

/**
 * The ways of a device to the top, the shortest first: one by each neighbour that reaches a root without this
 * device. So the two ways of a ring are two ways, and what hangs below the device is none.
 */
export function waysUp(network: Network, device: number): Hop[][] {
  const { at, roots } = network
  if (!at.has(device) || roots.has(device)) return []
  const { level, parent } = waysFrom(at, roots, one => one === device)
  const neighbours = new Map<number, Edge>()
  for (const edge of at.get(device)!) {
    const next = otherEnd(edge, device)
    if (level.has(next) && !neighbours.has(next)) neighbours.set(next, edge)
  }
  return [...neighbours]
    .toSorted(([a], [b]) => level.get(a)! - level.get(b)! || a - b)
    .slice(0, mostWays)
    .map(([next, edge]) => {
      const hops: Hop[] = [{ from: device, to: next, edges: between(network, device, next, edge) }]
      for (let here = next; ;) {
        const up = parent.get(here)
        if (!up) return hops
        const to = otherEnd(up, here)
        hops.push({ from: here, to, edges: between(network, here, to, up) })
        here = to
      }
    })
}
