import type { PonPort } from '../../../olt/onu-state.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { foundOnus } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Subtree, octets, table, text } from '../../../simulated/columns.ts'

/** Unregistered ONUs: serial number, type and firmware in the given columns. */
export const unregisteredOnuTable = (
  olt: SimulatedOlt,
  entry: string,
  columns: { serial: number; type: number; firmware: number },
  index: (port: PonPort) => number,
): Subtree =>
  function* (listing) {
    const { list, untilMs } = foundOnus(olt, listing.now())
    listing.expires(untilMs)
    yield* table(
      listing,
      entry,
      list.map(row => [`${index(row.port)}.${row.slot}`, row] as const),
      {
        [columns.serial]: octets(row => row.serial),
        [columns.type]: text(row => row.type),
        [columns.firmware]: text(row => typeNamed(row.type, olt.types).software[0]),
      },
    )
  }
