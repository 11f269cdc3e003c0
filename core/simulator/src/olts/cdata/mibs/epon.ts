import { onuRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { isOnline } from '../../../olt/onu.ts'
import { rebootOnu } from '../../../olt/operations.ts'
import { onuAt, deleteOnu, foundOnus } from '../../../olt/registrations.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type Subtree, int, octets, table, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { Status } from '../../../snmp/pdu.ts'
import { onuPacked } from '../indexes.ts'
import { cdataNode, nscrtv } from '../node.ts'
import { boundTable } from './profiles.ts'
import { lightTables, registerLog, secondsUp, uniTable } from './onu-columns.ts'

const numbers = 64

/** The map of states: a row for each PON port, an octet for each ONU number. */
export const stateMap = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      `${cdataNode}.1.3.3.14`,
      olt.pons.map(port => [port.ifIndex, port] as const),
      {
        1: octets((port, now) =>
          Buffer.from(
            Array.from({ length: numbers }, (_, at) => {
              const onu = onuAt(port, at + 1)
              return onu === undefined ? 0 : isOnline(onu, now) ? 1 : 2
            }),
          ),
        ),
      },
    )
  }

/** ONUs that the OLT found and does not know. */
export const waiting = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const { list, untilMs } = foundOnus(olt, listing.now())
    listing.expires(untilMs)
    yield* table(
      listing,
      `${nscrtv}.2.3.4.6.1`,
      list.map(row => [0x01000000 + row.port.ifIndex * 0x100 + row.slot, row] as const),
      { 2: octets(row => row.serial), 5: text(row => row.password) },
    )
  }

/** The tables about ONUs of FD12xx. */
export function eponTables(olt: SimulatedOlt): LongTable[] {
  const rows = onuRows(olt, onuPacked)
  return [
    longTable(`${nscrtv}.2.3.4.1.1`, rows, {
      2: text(
        onu => onu.description,
        (onu, value) => {
          if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
          onu.description = value.toString()
          return 0
        },
      ),
      7: octets(onu => onu.serial),
      8: int((onu, now) => (isOnline(onu, now) ? 1 : 2)),
      9: int(onu => (onu.enabled ? 1 : 2)),
      13: text(onu => typeNamed(onu.type, olt.types).software[0]),
      15: int((onu, now) => (isOnline(onu, now) ? Math.round(onu.distance) : 0)),
      17: int(
        () => 2,
        (onu, value, now) => {
          if (value !== 1) return Status.badValue
          return rebootOnu(onu, now) ? 0 : Status.genErr
        },
      ),
      18: int(secondsUp),
      25: text(() => 'CDAT'),
      26: text(onu => onu.type),
      27: text(onu => typeNamed(onu.type, olt.types).hardware),
    }),
    longTable(`${nscrtv}.2.3.4.5.2.1`, rows, {
      4: int(
        () => 1,
        (onu, value, now) => {
          if (value !== 6) return Status.badValue
          deleteOnu(olt, onu, now)
          return 0
        },
      ),
    }),
    boundTable(olt, `${cdataNode}.1.3.1.1.2.1.1.2.1`, 3, onuPacked),
    ...lightTables(olt, `${nscrtv}.2.3.4.2.1`, onuPacked, 100_000),
    registerLog(olt, onuPacked, true),
    uniTable(olt, `${nscrtv}.2.3.5.1.1`, onuPacked),
  ]
}
