import { portAt } from './tables.ts'
import { chainOf, type Tree } from './tree.ts'
import { above, downTo, isDown, portOf, top, unknown, type View } from './view.ts'

/** Addresses looked at for one proof, and how many make one: a single one may have moved. */
const [mostLooked, leastWitnesses] = [400, 3]
/** Devices above that are looked at for a proof. */
const mostAbove = 16

/** A link from the upper device's port to the lower device, of which it is asked what may be between. */
export interface Asked {
  high: number
  port: number
  low: number
}

/**
 * What is proven of a device that may be between. `aside`: it is not on the way from the lower end to the
 * reference, and neither is what is below it. `above`: it is not behind the port, but it may be above the
 * upper end, so what is below it may be behind the port. `null`: nothing; that something is merely not seen
 * proves nothing.
 */
export type Place = 'aside' | 'above' | null

export function placeOf(view: View, tree: Tree, other: number, asked: Asked): Place {
  const { high, port, low } = asked
  if (other === low || isAside(view, other, asked)) return 'aside'
  if (view.up[other] === top || other === high || isAbove(view, other, high)) return 'above'
  const seen = portOf(view, high, other)
  if (seen >= 0 && seen !== port) return 'above'
  if (view.up[other] === unknown) return null
  let at = low
  let looked = 0
  for (const higher of chainOf(tree, low)) {
    if (higher === low) continue
    const way = higher === high ? port : tree.port[at]!
    at = higher
    if (higher === other) return 'above'
    // What is below the other would be at the port through which the lower one is reached.
    if (way >= 0 && witnesses(view, other, higher, found => found !== way)) return 'above'
    if (++looked === mostAbove) break
  }
  return null
}

/** The lower end is not below the other. */
function isAside(view: View, other: number, { high, port, low }: Asked): boolean {
  const up = view.up[other]!
  // The way to the lower end, or to what is below it, leads over the other's own way up.
  if (up >= 0 && portOf(view, other, low) === up) return true
  if (witnesses(view, low, other, found => found === up)) return true
  // It is below the lower end, or below another port of the upper one; or it is below a device that is.
  const isThere = (device: number) => {
    if (downTo(view, low, device) >= 0) return true
    const at = downTo(view, high, device)
    return at >= 0 && at !== port
  }
  return isThere(other) || above(view, other).some(({ by }) => by !== high && isThere(by))
}

/** It has the device below itself, or one that has. */
const isAbove = (view: View, other: number, device: number): boolean =>
  downTo(view, other, device) >= 0 || above(view, device).some(({ by }) => downTo(view, other, by) >= 0)

/** Enough of the addresses below `device` are at ports of `by` that fit. */
function witnesses(view: View, device: number, by: number, fits: (port: number) => boolean): boolean {
  const { tables } = view
  let [yes, no] = [0, 0]
  const end = Math.min(tables.start[device + 1]!, tables.start[device]! + mostLooked)
  for (let row = tables.start[device]!; row < end; row++) {
    if (!isDown(view, device, tables.port[row]!)) continue
    const found = portAt(tables, by, tables.address[row]!)
    if (found < 0) continue
    if (fits(found)) yes++
    else no++
  }
  return (yes >= leastWitnesses && yes * 9 >= no) || (yes === 2 && no === 0)
}

/**
 * Port of `by` at which everything is that is below `device`: one of the two is above the other. -1: not
 * known.
 */
export function portOfAllBelow(view: View, device: number, by: number): { port: number; count: number } {
  const { tables } = view
  const counts = new Map<number, number>()
  const end = Math.min(tables.start[device + 1]!, tables.start[device]! + mostLooked)
  for (let row = tables.start[device]!; row < end; row++) {
    if (!isDown(view, device, tables.port[row]!)) continue
    const found = portAt(tables, by, tables.address[row]!)
    if (found >= 0) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  for (const [port, count] of counts)
    if (count >= leastWitnesses && count >= all * 0.9 && isDown(view, by, port)) return { port, count }
  return { port: -1, count: 0 }
}

/** What is below the lower one is not behind the port: one of the two tables shows another tree. */
export const isContradicted = (view: View, { high, port, low }: Asked): boolean =>
  port >= 0 && witnesses(view, low, high, found => found !== port)

/** It is proven that `lower` is not above `higher`: it has it, or what is below it, on its own way up. */
export const isNotAbove = (view: View, lower: number, higher: number): boolean => {
  const up = view.up[lower]!
  if (up === unknown) return false
  if (view.up[higher] === top || downTo(view, higher, lower) >= 0) return true
  return portOf(view, lower, higher) === up || witnesses(view, higher, lower, found => found === up)
}
