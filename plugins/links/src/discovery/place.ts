import { rest, slice } from '@linecard/driver-kit'
import { mostBeside } from './between.ts'
import type { Network } from './network.ts'
import { besides, isUnder, move, type Tree } from './tree.ts'
import { isNotAbove, portOfAllBelow } from './exclude.ts'
import { directionOf } from './reference.ts'
import { unknown, type View } from './view.ts'
import type { Judged } from './verdict.ts'

/** A told link of which is known which end is the upper one. Ports are aggregates. */
interface TreeLink {
  upper: number
  upperPort: number
  lower: number
  lowerPort: number
}

/** Which end of a sure link is the upper one, if both ports are known and the tables know the way. */
export function directed({ trunk }: Network, view: View, link: Judged): TreeLink | null {
  const { a, aPort, b, bPort } = link
  if (aPort < 0 || bPort < 0) return null
  const [aTrunk, bTrunk] = [trunk[aPort]!, trunk[bPort]!]
  const upper = directionOf(view, a, aTrunk, b, bTrunk)
  if (upper === 'a') return { upper: a, upperPort: aTrunk, lower: b, lowerPort: bTrunk }
  if (upper === 'b') return { upper: b, upperPort: bTrunk, lower: a, lowerPort: aTrunk }
  return null
}

/** A device that has lost its way up, but whose neighbour above is known, has it again. */
export function followTold(network: Network, view: View, links: readonly Judged[]): void {
  for (let found = true; found;) {
    found = false
    for (const link of links) {
      const one = link.sure ? directed(network, view, link) : null
      if (!one || view.up[one.lower] !== unknown || view.split[one.lower]) continue
      view.up[one.lower] = one.lowerPort
      view.domain[one.lower] = view.domain[one.upper]!
      found = true
    }
  }
}

/** Hangs devices where neighbours surely say that they are. */
export function hangTold(network: Network, view: View, tree: Tree, links: readonly Judged[]): void {
  for (const link of links) {
    const one = link.sure ? directed(network, view, link) : null
    if (!one || tree.told[one.lower]) continue
    if (isUnder(tree, one.lower, one.upper)) continue
    move(tree, one.lower, one.upper, one.upperPort)
    tree.told[one.lower] = 1
    ;(tree.open[one.lower] as number[]).length = 0
  }
}

/**
 * Hangs devices lower whose own address is not in the tables of those above, by what is below them: of two
 * devices that both have the same addresses below, one is above the other, and which one is told by what one
 * of them has on its way up.
 */
export async function hangLower(view: View, tree: Tree): Promise<void> {
  const waiting = [...tree.parent.keys()]
  const turn = slice()
  let left = waiting.length * 10
  for (let device = waiting.pop(); device !== undefined && left > 0; device = waiting.pop(), left--) {
    if (tree.told[device] || view.up[device] === unknown) continue
    if (turn.over()) await rest()
    const others = [...besides(tree, device)]
    if (others.length > mostBeside * 8) continue
    for (const other of others) {
      if (view.domain[other] !== view.domain[device] || view.up[other] === unknown) continue
      if (turn.over()) await rest()
      const { port } = portOfAllBelow(view, device, other)
      if (port < 0 || !isNotAbove(view, device, other)) continue
      if (isUnder(tree, device, other)) continue
      move(tree, device, other, port)
      waiting.push(device)
      break
    }
  }
}
