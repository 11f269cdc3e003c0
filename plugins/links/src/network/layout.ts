import { otherEnd, type Network } from './graph.ts'

export interface Spot {
  x: number
  y: number
}

/** Distance of neighbours, in units of the drawing. */
const step = 100
/** Places around a neighbour that are tried for one device. */
const mostTries = 200

/** Spots in a grid, so that the neighbours of one are found at once. */
function createTaken(spots: Iterable<Spot>) {
  const cells = new Map<string, Spot[]>()
  const cell = (x: number, y: number) => `${Math.floor(x / step)} ${Math.floor(y / step)}`
  const add = (spot: Spot) => {
    const key = cell(spot.x, spot.y)
    const known = cells.get(key)
    if (known) known.push(spot)
    else cells.set(key, [spot])
  }
  for (const spot of spots) add(spot)
  const near = ({ x, y }: Spot) => {
    for (const dx of [-step, 0, step])
      for (const dy of [-step, 0, step])
        for (const spot of cells.get(cell(x + dx, y + dy)) ?? [])
          if (Math.hypot(spot.x - x, spot.y - y) < step / 2) return true
    return false
  }
  return { add, near }
}

const rounded = ({ x, y }: Spot): Spot => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 })

/** The first free spot around a centre, from the direction `from` on, in growing circles. */
function freeSpot(centre: Spot, from: number, taken: ReturnType<typeof createTaken>): Spot {
  let spot = centre
  for (let n = 0, ring = 1, k = 0; n < mostTries; n++) {
    const places = 6 * ring
    // Left and right of the wanted direction in turns.
    const turn = (k % 2 === 0 ? k / 2 : -(k + 1) / 2) * ((2 * Math.PI) / places)
    spot = {
      x: centre.x + Math.cos(from + turn) * step * ring,
      y: centre.y + Math.sin(from + turn) * step * ring,
    }
    if (!taken.near(spot)) return spot
    if (++k === places) [ring, k] = [ring + 1, 0]
  }
  return spot
}

/** Leaves below each device, itself if it is one. */
function leavesOf({ order, parent }: Network): Map<number, number> {
  const leaves = new Map<number, number>()
  for (const device of order.toReversed()) {
    const own = leaves.get(device) ?? 1
    leaves.set(device, own)
    const up = parent.get(device)
    if (!up) continue
    const above = otherEnd(up, device)
    leaves.set(above, (leaves.get(above) ?? 0) + own)
  }
  return leaves
}

/**
 * Where devices are drawn: the same for the same network. Those of `kept` stay where they are. A part of the
 * network of which nothing is placed is drawn as circles around its top, each device in the middle of its
 * sector, whose width is its number of leaves; the parts stand in a row. A device that comes to a placed part
 * is put beside the one above it. `alone` are devices without links: a block below all.
 */
export function placesOf(
  network: Network,
  alone: readonly number[],
  kept: ReadonlyMap<number, Spot>,
): Map<number, Spot> {
  const { roots, order, parent, level } = network
  const leaves = leavesOf(network)
  const taken = createTaken(kept.values())
  const spots = new Map<number, Spot>()
  const put = (device: number, spot: Spot) => {
    spots.set(device, rounded(spot))
    taken.add(spot)
  }
  const placed = [...kept.values()]
  let right = placed.reduce((most, { x }) => Math.max(most, x), -2 * step)
  let bottom = placed.reduce((most, { y }) => Math.max(most, y), 0)
  const depth = new Map<number, number>()
  const rootOf = new Map<number, number>()
  for (const device of order) {
    const up = parent.get(device)
    const root = up ? rootOf.get(otherEnd(up, device))! : device
    rootOf.set(device, root)
    depth.set(root, Math.max(depth.get(root) ?? 0, level.get(device)!))
  }
  /** The sector of each device, as angles, and how much of it is given to those below. */
  const sector = new Map<number, { from: number; width: number; used: number }>()
  const fresh = new Set([...roots].filter(root => !kept.has(root)))
  for (const device of order) if (kept.has(device)) fresh.delete(rootOf.get(device)!)
  const centre = new Map<number, Spot>()
  for (const device of order) {
    const [up, root] = [parent.get(device), rootOf.get(device)!]
    const own = kept.get(device)
    if (own) spots.set(device, own)
    else if (!fresh.has(root)) {
      const above = up ? spots.get(otherEnd(up, device))! : { x: right + 3 * step, y: 0 }
      put(device, freeSpot(above, Math.atan2(above.y, above.x), taken))
    } else if (!up) {
      const radius = (depth.get(root)! + 1) * ringOf(leaves.get(root)!, depth.get(root)!)
      const middle = { x: right + radius + step, y: 0 }
      right = middle.x + radius
      bottom = Math.max(bottom, radius)
      centre.set(root, middle)
      sector.set(device, { from: 0, width: 2 * Math.PI, used: 0 })
      put(device, middle)
    } else {
      const above = sector.get(otherEnd(up, device))!
      const width = (above.width * leaves.get(device)!) / Math.max(1, leaves.get(otherEnd(up, device))!)
      const mine = { from: above.from + above.used, width, used: 0 }
      above.used += width
      sector.set(device, mine)
      const angle = mine.from + width / 2
      const radius = level.get(device)! * ringOf(leaves.get(root)!, depth.get(root)!)
      const middle = centre.get(root)!
      put(device, { x: middle.x + Math.cos(angle) * radius, y: middle.y + Math.sin(angle) * radius })
    }
  }
  const columns = Math.max(1, Math.ceil(Math.sqrt(alone.length * 2)))
  alone.forEach((device, n) => {
    const own = kept.get(device)
    const spot = { x: (n % columns) * step, y: bottom + (2 + Math.floor(n / columns)) * step }
    spots.set(device, own ?? rounded(spot))
  })
  return spots
}

/** Distance of the circles, so that the leaves of the last one have space. */
const ringOf = (leaves: number, depth: number): number =>
  Math.max(step, (leaves * step) / (2 * Math.PI * Math.max(1, depth)))
