import type { SimulatedOlt } from '../../../olt/olt.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Subtree, octets, table, text } from '../../../simulated/columns.ts'
import { xponNode } from '../node.ts'

/** ONUs that wait (2.48). Index: ifIndex of the port, number from 0. */
export const autofind = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const { list, untilMs } = foundOnus(olt, listing.now())
    listing.expires(untilMs)
    yield* table(
      listing,
      `${xponNode}.2.48.1`,
      list.map(row => [`${row.port.ifIndex}.${row.slot - 1}`, row] as const),
      {
        2: octets(row => row.serial),
        3: octets(row => (row.password ? Buffer.from(row.password) : Buffer.alloc(10))),
        6: text(row => typeNamed(row.type, olt.types).software[0]),
        7: text(row => row.type),
        9: text(() => ''),
        10: text(() => ''),
      },
    )
  }
