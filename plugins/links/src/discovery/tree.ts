import { rest, slice } from '@linecard/driver-kit'
import { above, downTo, top, type Sight, type View } from './view.ts'

/** What is below what: of each device the lowest one that is proven to be above it. */
export interface Tree {
  /** -1: nobody is known to be above. */
  parent: Int32Array
  /** Port (aggregate) of the parent; -1: not known. */
  port: Int32Array
  /** Parent and port are told by neighbours, surely. */
  told: Uint8Array
  /** Others above, which may also be below the parent. */
  open: readonly (readonly number[])[]
  /** By parent + 1. */
  children: readonly Set<number>[]
  /** Of each device, those that have it in `open`. */
  loose: readonly (readonly number[])[]
}

/** Above a device with more devices above it, order is only looked for pair by pair. */
const mostIndirect = 64

export async function growTree(view: View): Promise<Tree> {
  const count = view.own.length
  const parent = new Int32Array(count).fill(-1)
  const port = new Int32Array(count).fill(-1)
  const open: number[][] = []
  const children = Array.from({ length: count + 1 }, () => new Set<number>())
  const turn = slice()
  for (let device = 0; device < count; device++) {
    if (turn.over()) await rest()
    const { lowest, others } = nearest(view, device)
    open.push(others)
    if (lowest) [parent[device], port[device]] = [lowest.by, lowest.port]
    children[parent[device]! + 1]!.add(device)
  }
  const loose: number[][] = open.map(() => [])
  for (const [device, others] of open.entries()) for (const other of others) loose[other]!.push(device)
  return { parent, port, told: new Uint8Array(count), open, children, loose }
}

/** The lowest of those that are above a device, and those of which it is not known whether they are lower. */
function nearest(view: View, device: number): { lowest: Sight | null; others: number[] } {
  const all = above(view, device).filter(({ by }) => downTo(view, device, by) < 0)
  let [lowest] = all
  if (!lowest) return { lowest: null, others: [] }
  for (const one of all) if (downTo(view, lowest.by, one.by) >= 0) lowest = one
  const { by } = lowest
  const higher = new Set(all.filter(one => downTo(view, one.by, by) >= 0).map(one => one.by))
  const others = all.filter(one => one.by !== by && !higher.has(one.by)).map(one => one.by)
  const direct = [...higher]
  const indirect = (other: number) =>
    direct.length <= mostIndirect && direct.some(one => downTo(view, other, one) >= 0)
  return { lowest, others: others.filter(other => view.up[other] !== top && !indirect(other)) }
}

export function move(tree: Tree, device: number, parent: number, port: number): void {
  tree.children[tree.parent[device]! + 1]!.delete(device)
  tree.parent[device] = parent
  tree.port[device] = port
  tree.children[parent + 1]!.add(device)
}

/** From the device up to the top; ends where claims run in a circle. */
export function* chainOf({ parent }: Tree, device: number): Generator<number> {
  let slow = device
  let even = false
  for (let at = device; at >= 0; at = parent[at]!) {
    yield at
    if (even) slow = parent[slow]!
    even = !even
    if (parent[at] === slow) return
  }
}

/** The second device is the first one, or below it. */
export function isUnder(tree: Tree, high: number, low: number): boolean {
  for (const at of chainOf(tree, low)) if (at === high) return true
  return false
}

/** Other children of its parent that may be behind the same port, and those that may be its children. */
export function* besides({ parent, port, children, loose }: Tree, device: number): Generator<number> {
  if (parent[device]! >= 0) yield* loose[parent[device]!]!
  for (const other of children[parent[device]! + 1]!) {
    if (other === device) continue
    if (port[other] === port[device] || port[other] === -1 || port[device] === -1) yield other
  }
}
