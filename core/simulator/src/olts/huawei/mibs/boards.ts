import type { SimulatedOlt } from '../../../olt/olt.ts'
import { type Subtree, int, scalars, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { huaweiNode } from '../node.ts'

const device = `${huaweiNode}.6.3`

/** HUAWEI-DEVICE-MIB: version, serial number of the frame, boards; hwMusaBoardTable: their load. */
export const boards = ({ cards, seed, pulled }: SimulatedOlt): Subtree =>
  function* (listing) {
    const rows = cards.map(
      card =>
        [
          `0.${card.slot}`,
          {
            card,
            cpu: wander(`${seed} cpu ${card.slot}`, card.cpu, card.cpu * 0.4),
            heat: wander(`${seed} heat ${card.slot}`, 47, 4),
          },
        ] as const,
    )
    yield* scalars(listing, `${device}.1`, { 3: text(() => 'MA5800V100R019C11') })
    yield* table(listing, `${device}.3.1.1`, [['0', seed] as const], {
      9: text(() => '2102000000SIM0000001'),
    })
    yield* table(listing, `${device}.3.2.1`, rows, {
      8: int(({ card }) => (pulled.has(card.slot) ? 7 : 2)),
      9: int(() => 2),
      11: text(({ card }) => `021SIM00000000${card.slot}`),
      13: int(({ heat }, now) => heat(now)),
      21: text(({ card }) => card.type),
    })
    yield* table(
      listing,
      `${device}.3.3.1`,
      rows.map(([index, row]) => [`${index}.0`, row] as const),
      { 3: int(({ card }) => card.ports) },
    )
    yield* table(listing, `${huaweiNode}.2.6.7.1.1.2.1`, rows, {
      5: int(({ cpu }, now) => cpu(now)),
      6: int(({ card }) => card.memory),
      7: text(({ card }) => card.type),
      10: int(({ heat }, now) => heat(now) - 2),
    })
  }
