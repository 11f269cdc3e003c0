import { type Subtree, counter64, table } from '../columns.ts'
import { type Onu, onuOctets } from '../onus.ts'

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
  onus: readonly Onu[],
  entry: string,
  index: (onu: Onu) => string | number,
  columns: OnuCounterColumns,
): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      entry,
      onus.map(onu => [index(onu), onu] as const),
      {
        [columns.up]: octetsOf(0),
        [columns.down]: octetsOf(1),
        [columns.upMulticast]: multicastOf(0),
        [columns.downMulticast]: multicastOf(1),
        [columns.upCrc]: counter64(() => 0),
        [columns.downCrc]: counter64(() => 0),
      },
    )
  }
