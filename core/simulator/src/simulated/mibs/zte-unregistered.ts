import { type Subtree, octets, table, text } from '../columns.ts'
import type { Port } from '../port.ts'
import { type UnregisteredSlot, unregisteredOnus } from '../unregistered-onus.ts'

/** Unregistered ONUs: serial number, type and firmware in the given columns. */
export const unregisteredOnuTable = (
  list: readonly UnregisteredSlot[],
  entry: string,
  columns: { serial: number; type: number; firmware: number },
  index: (port: Port) => number,
): Subtree =>
  function* (listing) {
    const rows = unregisteredOnus(list, listing).map(row => [`${index(row.port)}.${row.slot}`, row] as const)
    yield* table(listing, entry, rows, {
      [columns.serial]: octets(row => row.serial),
      [columns.type]: text(row => row.type),
      [columns.firmware]: text(() => 'V6.0.10P6T3'),
    })
  }
