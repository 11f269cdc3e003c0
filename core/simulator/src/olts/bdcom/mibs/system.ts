import type { Card } from '../../../olt/hardware.ts'
import type { OltControl, SimulatedOlt } from '../../../olt/olt.ts'
import { type Subtree, int, octets, scalars, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'
import { bdcomNode } from '../node.ts'

/** The mother card (NMS-CHASSIS-MIB), fans, and facts of the device (NMS-SNMP). */
export const chassis = ({ cards, facts, seed }: SimulatedOlt): Subtree =>
  function* (listing) {
    const [card] = cards as readonly [Card]
    const rows = [[0, { card, cpu: wander(`${seed} cpu`, card.cpu, card.cpu * 0.4) }]] as const
    yield* table(listing, `${bdcomNode}.3.6.10.1`, rows, {
      3: text(row => row.card.type),
      4: text(() => 'BD0000117'),
      5: text(row => row.card.hardware),
      6: text(row => row.card.firmware),
      11: int((row, now) => row.cpu(now)),
      12: int(row => row.card.memory),
      13: int(() => 38),
    })
    const fans = [0, 1].map(fan => [fan, fan] as const)
    yield* table(listing, `${bdcomNode}.9.187.4.1`, fans, { 2: int(() => 1), 3: int(fan => 3000 + fan) })
    yield* scalars(listing, `${bdcomNode}.9.225.1`, {
      2: text(() => 'BD0000117'),
      7: text(() => card.hardware),
      8: text(() => card.firmware),
      9: octets(() => facts.mac),
    })
    yield* scalars(listing, `${bdcomNode}.9.189`, { 1: int(() => 3) })
  }

/** saveConfig: 1 writes the configuration. */
export const saving = (control: () => OltControl): Subtree =>
  function* (listing) {
    yield* scalars(listing, `${bdcomNode}.20.15.1`, {
      1: int(
        () => 0,
        (_row, value) => {
          if (value !== 1) return Status.badValue
          control().save()
          return 0
        },
      ),
    })
  }
