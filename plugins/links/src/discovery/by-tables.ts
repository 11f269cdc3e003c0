import { rest, slice } from '@linecard/driver-kit'
import { isContradicted, portOfAllBelow, type Asked } from './exclude.ts'
import { mayBeBetween } from './between.ts'
import { isOtherWay } from './reference.ts'
import { besides, type Tree } from './tree.ts'
import { portAt } from './tables.ts'
import { isDown, portOf, unknown, type View } from './view.ts'

/** A link that the tables show. Ports are aggregates, or -1. */
export interface Shown {
  upper: number
  upperPort: number
  lower: number
  lowerPort: number
  sure: boolean
  shared: boolean
  confidence: number
  /** Devices that may be between. */
  maybe: readonly number[]
}

/** Addresses at the ports of both ends, so between them, that show something that is not in the inventory. */
const leastBetween = 3

/** The link of each device to the one above. */
export async function linksByTables(view: View, tree: Tree): Promise<Shown[]> {
  const links: Shown[] = []
  const turn = slice()
  for (const [lower, upper] of tree.parent.entries()) {
    if (turn.over()) await rest()
    if (upper < 0) continue
    const asked = { high: upper, port: tree.port[lower]!, low: lower }
    const maybe = await mayBeBetween(view, tree, asked)
    const known = asked.port >= 0 && view.up[lower] !== unknown
    const other = isOtherWay(view, { device: lower, higher: upper, at: asked.port })
    const clear = known && !view.split[upper] && !isContradicted(view, asked) && !other
    const shared = isShared(view, tree, asked)
    links.push({
      upper,
      upperPort: asked.port,
      lower,
      lowerPort: view.up[lower]! >= 0 ? view.up[lower]! : -1,
      sure: maybe.length === 0 && clear,
      shared,
      confidence: maybe.length === 0 && clear ? 0.95 : guess(view, asked, maybe, clear),
      maybe,
    })
  }
  return links
}

/** How surely it is so if it is not sure. */
function guess(view: View, { high, port, low }: Asked, maybe: readonly number[], clear: boolean): number {
  let value = clear ? 0.85 : 0.7
  for (const other of maybe.slice(0, 8)) {
    const same = portOfAllBelow(view, low, other).port >= 0 || portOf(view, other, low) >= 0
    value *= same ? 0.5 : 0.93
  }
  if (port >= 0 && portOf(view, high, low) !== port) value *= 0.8
  return Math.max(0.1, value)
}

/** Several devices hang at the port, or there are addresses that are between the two ends. */
function isShared(view: View, tree: Tree, { high, port, low }: Asked): boolean {
  if (port < 0) return false
  const up = view.up[low]!
  for (const other of besides(tree, low))
    if (tree.port[other] === port && portOf(view, other, low) === view.up[other] && view.up[other]! >= 0)
      if (portOf(view, low, other) === up || isOwnUp(view, low, other)) return true
  return areBetween(view, high, port, low)
}

/** The other one has nothing of what is below this one anywhere but on its way up. */
const isOwnUp = (view: View, low: number, other: number): boolean => portOfAllBelow(view, low, other).port < 0

/** Enough addresses at the port of the upper end are on the way up of the lower end. */
function areBetween(view: View, high: number, port: number, low: number): boolean {
  const { tables, up } = view
  let count = 0
  for (let row = tables.start[low]!; row < tables.start[low + 1]!; row++)
    if (tables.port[row] === up[low] && isDown(view, high, port))
      if (portAt(tables, high, tables.address[row]!) === port && ++count === leastBetween) return true
  return false
}
