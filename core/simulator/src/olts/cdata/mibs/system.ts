import type { SimulatedOlt } from '../../../olt/olt.ts'
import { isUp } from '../../../simulated/port.ts'
import { type Subtree, int, scalars, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'
import { cdataNode, nscrtv } from '../node.ts'

/** Board and chassis, load, temperature, and the save of the configuration. `heat`: steps in a degree. */
export const system = (olt: SimulatedOlt, model: string, heat: 1 | 10): Subtree => {
  const card = olt.cards[0]!
  const load = wander(`${olt.seed} cpu`, card.cpu, 4)
  const degrees = wander(`${olt.seed} heat`, 38, 3)
  return function* (listing) {
    yield* table(listing, `${nscrtv}.2.3.1.2.1.1`, [[1, model] as const], {
      2: text(() => olt.facts.sysName),
      3: text(name => name),
    })
    yield* table(listing, `${nscrtv}.2.3.1.3.1.1`, [['1.0', card] as const], {
      7: text(({ hardware }) => hardware),
      9: text(({ firmware }) => firmware),
      12: text(() => 'AB12-0000000017'),
    })
    yield* scalars(listing, `${nscrtv}.2.3.1.1`, {
      13: text(() => 'AB12-0000000017'),
      14: int(
        () => 2,
        (_, value) => {
          if (value !== 1) return Status.badValue
          olt.control.save()
          return 0
        },
      ),
    })
    yield* scalars(listing, `${cdataNode}.1.3.100.1.8`, {
      1: int((_, now) => Math.round(load(now))),
      2: int(() => 1024),
      3: int(() => Math.round(1024 * (1 - card.memory / 100))),
      6: int((_, now) => Math.round(degrees(now) * heat)),
    })
  }
}

/** Transceivers of firmware 3: decimal texts, `-` for a port without one. */
export const transceivers = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      `${cdataNode}.1.5.1.1.2.17.2.1`,
      olt.pons.map(port => [`1.0.${port.ifIndex}`, port] as const),
      {
        1: text(() => '41.25'),
        2: text(() => '3.28'),
        3: text(() => '33.10'),
        4: text((port, now) => (isUp(port, now) ? '5.92' : '-40.00')),
        5: text(() => '-40.00'),
      },
    )
    yield* table(
      listing,
      `${nscrtv}.2.3.3.1.1`,
      olt.pons.map(port => [`1.0.${port.ifIndex}`, port] as const),
      { 21: text(port => port.alias || port.ifName) },
    )
  }
