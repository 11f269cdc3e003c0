import type { Card } from '../../../olt/hardware.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { type Subtree, gauge, int, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { zteNode } from '../node.ts'

/** inService; hwOffline. */
const operOf = (pulled: SimulatedOlt['pulled'], { slot }: Card) => (pulled.has(slot) ? 4 : 1)
type Chassis = Pick<SimulatedOlt, 'cards' | 'seed' | 'pulled'>

const cardRows = (cards: readonly Card[], seed: string) =>
  cards.map(
    card =>
      [
        `1.1.${card.slot}`,
        { card, cpu: wander(`${seed} cpu ${card.slot}`, card.cpu, card.cpu * 0.4) },
      ] as const,
  )

/** The older card table, .1015.2.1.1.3, and the boards' temperatures. */
export const cards1015 = ({ cards, seed, pulled }: Chassis): Subtree =>
  function* (listing) {
    const rows = cardRows(cards, seed)
    yield* table(listing, `${zteNode}.1015.2.1.1.3.1`, rows, {
      4: text(({ card }) => card.type),
      5: int(({ card }) => operOf(pulled, card)),
      6: int(() => 4),
      7: int(({ card }) => card.ports),
      9: int(({ cpu }, now) => cpu(now)),
      11: int(({ card }) => card.memory),
    })
    yield* table(
      listing,
      `${zteNode}.1015.2.1.3.13.5.1`,
      cards.map(card => [`1.1.${card.slot}`, wander(`${seed} heat ${card.slot}`, 44, 4)] as const),
      { 1: int((heat, now) => heat(now)) },
    )
  }

/** The newer card table, .1082.10.1.2.4. */
export const cards1082 = ({ cards, seed, pulled }: Chassis): Subtree =>
  function* (listing) {
    yield* table(listing, `${zteNode}.1082.10.1.2.4.1`, cardRows(cards, seed), {
      4: text(({ card }) => card.type),
      5: int(({ card }) => operOf(pulled, card)),
      6: int(() => 4),
      7: int(({ card }) => card.ports),
      9: int(({ cpu }, now) => cpu(now)),
      10: int(() => 100),
      11: int(({ card }) => card.memory),
      23: text(({ card }) => card.hardware),
      27: text(({ card }) => card.firmware),
    })
  }

/**
 * CPU and memory of the C600's processors, .3.6002.2.1.1 by rack.shelf.slot.0, and its temperature points.
 */
export const processors6002 = (cards: readonly Card[], seed: string): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      `${zteNode}.3.6002.2.1.1`,
      cardRows(cards, seed).map(([index, row]) => [`${index}.0`, row] as const),
      { 6: gauge(({ card }) => card.memory), 8: gauge(({ cpu }, now) => cpu(now)) },
    )
    const points = cards.map(
      card => [`1.1.${card.slot}.1`, wander(`${seed} heat ${card.slot}`, 47, 4)] as const,
    )
    yield* table(listing, `${zteNode}.3.6002.2.5.1`, points, {
      7: text(() => 'cpu'),
      9: int((heat, now) => heat(now)),
    })
  }
