import { rest, slice } from '@linecard/driver-kit'
import { placeOf, type Asked } from './exclude.ts'
import { leastRows, sharesPort } from './near.ts'
import { besides, chainOf, type Tree } from './tree.ts'
import { portOf, type View } from './view.ts'

/** At a port with more devices than this behind it, they are not compared with each other. */
export const mostBeside = 64
/** Devices looked at for one link: where so many are near, nothing can be proven. */
const mostCandidates = 2000

/**
 * Devices of which it is not proven that they are not between. Everything else is in another branch of the
 * tree, and each branch is proven. What hangs too high, because rows of its own address are missing, hangs
 * beside the lower end or beside a device above it, or below such a one that belongs above the upper end.
 * `counts`: which devices are asked for.
 */
export async function mayBeBetween(
  view: View,
  tree: Tree,
  asked: Asked,
  counts: (device: number) => boolean = () => true,
): Promise<number[]> {
  const maybe: number[] = []
  const waiting = [...tree.open[asked.low]!]
  const chain = new Set(chainOf(tree, asked.low))
  for (const device of chain) waiting.push(...besides(tree, device))
  const known = new Set(waiting)
  const turn = slice()
  for (let other = waiting.pop(); other !== undefined; other = waiting.pop()) {
    if (turn.over()) await rest()
    if (!isNear(view, other, asked)) continue
    const place = known.size > mostCandidates ? null : placeOf(view, tree, other, asked)
    if (place === null && counts(other)) maybe.push(other)
    if (maybe.length > mostBeside) break
    if (place !== 'above' || chain.has(other)) continue
    for (const child of [...tree.children[other + 1]!, ...tree.loose[other]!])
      if (!known.has(child) && !chain.has(child)) {
        known.add(child)
        waiting.push(child)
      }
  }
  return maybe
}

/**
 * With something in common: a device between has learnt what the lower end has, and the upper end has at its
 * port what the device has. A device that tells nothing is near if somebody has it; others are as good as not
 * there.
 */
function isNear(view: View, other: number, { high, port, low }: Asked): boolean {
  const { domain, near, tables } = view
  if (domain[other] !== -1 && domain[other] !== domain[low]) return false
  const shares = () => sharesPort(tables, other, high, port)
  if (tables.start[other + 1]! - tables.start[other]! >= leastRows)
    return near(other, low) || (near(other, high) && shares())
  return view.seenBy[other]!.length > 0 || portOf(view, other, low) !== -1 || shares()
}
