import { onuRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { onuOctets } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { counter64 } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'

export interface OnuCounterColumns {
  up: number
  down: number
  upMulticast: number
  downMulticast: number
  upCrc: number
  downCrc: number
}

const octetsOf = (direction: 0 | 1) => counter64<Onu>((onu, now) => onuOctets(onu, direction, now))
const multicastOf = (direction: 0 | 1) => counter64<Onu>((onu, now) => onuOctets(onu, direction, now) / 4000)

/** Traffic of each ONU: octets, multicast frames and CRC errors, upstream and downstream. */
export const onuCounters = (
  olt: SimulatedOlt,
  entry: string,
  index: (onu: Onu) => string | number,
  columns: OnuCounterColumns,
): LongTable =>
  longTable(entry, onuRows(olt, index), {
    [columns.up]: octetsOf(0),
    [columns.down]: octetsOf(1),
    [columns.upMulticast]: multicastOf(0),
    [columns.downMulticast]: multicastOf(1),
    [columns.upCrc]: counter64(() => 0),
    [columns.downCrc]: counter64(() => 0),
  })
