import { otherEnd, waysFrom, type Network } from './graph.ts'

/**
 * Of these devices, those that no way from a root reaches without one of the others; by device, the nearest
 * others on its ways. A device on a ring that is still closed to one side is behind nothing.
 */
export function behindOf({ at, roots }: Network, deviceIds: readonly number[]): Map<number, number[]> {
  const down = new Set(deviceIds)
  const alive = waysFrom(at, roots, device => down.has(device)).level
  const inNetwork = [...down].filter(device => at.has(device))
  // The first that fail on the way: a root, or next to what is still reached.
  const first = inNetwork.filter(
    device => roots.has(device) || at.get(device)!.some(edge => alive.has(otherEnd(edge, device))),
  )
  // The ways from there, through failed devices alone, and through what they cut off.
  const { level } = waysFrom(at, first, device => alive.has(device))
  const own = new Set(first)
  const found = new Map<number, number[]>()
  for (const device of inNetwork) {
    if (own.has(device) || !level.has(device)) continue
    const nearest = nearestAbove({ at, level }, device, down)
    if (nearest.length > 0) found.set(device, nearest)
  }
  return found
}

/** Failed devices that are met first on the shortest ways from a device towards the top. */
function nearestAbove(
  { at, level }: Pick<Network, 'at' | 'level'>,
  device: number,
  down: ReadonlySet<number>,
): number[] {
  const [seen, found, queue] = [new Set([device]), new Set<number>(), [device]]
  for (const one of queue)
    for (const edge of at.get(one)!) {
      const next = otherEnd(edge, one)
      const above = level.get(next)
      if (above === undefined || above >= level.get(one)! || seen.has(next)) continue
      seen.add(next)
      if (down.has(next)) found.add(next)
      else queue.push(next)
    }
  return [...found].toSorted((a, b) => a - b)
}

/** The devices that only these links join to a root: nothing, where another way is left. */
export function cutOffBy({ at, roots, order }: Network, linkIds: ReadonlySet<number>): number[] {
  const { level } = waysFrom(at, roots, (_, edge) => edge !== null && linkIds.has(edge.id))
  return order.filter(device => !level.has(device))
}
