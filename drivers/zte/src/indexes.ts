import { bitfield } from '@linecard/driver-kit/codecs'
import type { Place } from './place.ts'

/**
 * Converts a place to the row index of a table, and back. `decode` returns null if the index does not fit.
 */
export interface PlaceIndex {
  encode(place: Place): string
  decode(index: string): Place | null
  /** Common beginning of the row indexes of one port, if its rows are adjacent. */
  under?(port: Place): string
}

const numbers = (index: string): number[] => index.split('.').map(Number)

/** A port in the .1012 tables: type 1, shelf − 1, slot, port, 0. */
export const gponPort = bitfield({
  type: { bits: 4, fixed: 1 },
  shelf: { bits: 4, offset: 1 },
  slot: 8,
  port: 8,
  zero: { bits: 8, fixed: 0 },
})

/**
 * ifIndex of a port with a place: types 1 and 1, shelf, slot, port. The row indexes of ONUs in the .1082
 * tables begin with it.
 */
export const physicalPort = bitfield({
  type: { bits: 4, fixed: 1 },
  kind: { bits: 4, fixed: 1 },
  shelf: 8,
  slot: 8,
  port: 8,
})

/** An ONU on a board of up to 8 ports: type 3, shelf − 1, slot, port − 1, ONU, 0. */
export const smallBoard = bitfield({
  type: { bits: 4, fixed: 3 },
  shelf: { bits: 4, offset: 1 },
  slot: 5,
  port: { bits: 3, offset: 1 },
  onu: 8,
  vport: { bits: 8, fixed: 0 },
})

/**
 * An ONU on a board of more than 8 ports: type 9, shelf − 1 in three bits, slot, port − 1 in four bits, ONU,
 * 0.
 */
export const largeBoard = bitfield({
  type: { bits: 4, fixed: 9 },
  shelf: { bits: 3, offset: 1 },
  slot: 5,
  port: { bits: 4, offset: 1 },
  onu: 8,
  vport: { bits: 8, fixed: 0 },
})

/** `<port>.<onu>`, or `<port>.<onu>.1` if the table has a row for each PON side of the ONU. */
const portAndOnu = (
  port: {
    encode(place: { shelf: number; slot: number; port: number }): number
    decode(packed: number): { shelf: number; slot: number; port: number } | null
  },
  tail: readonly number[],
): PlaceIndex => ({
  encode: place => [port.encode(place), place.onu, ...tail].join('.'),
  decode: index => {
    const [packed, onu, ...rest] = numbers(index)
    const at = packed === undefined || rest.join('.') !== tail.join('.') ? null : port.decode(packed)
    return at && onu !== undefined ? { ...at, onu } : null
  },
  under: place => String(port.encode(place)),
})

export const gponOnu = portAndOnu(gponPort, [])
export const gponOnuOptics = portAndOnu(gponPort, [1])
export const physicalOnu = portAndOnu(physicalPort, [])
export const physicalOnuOptics = portAndOnu(physicalPort, [1])

/**
 * An ONU in one number. The type field shows which of the two layouts it is, so the reader does not need to
 * know the board.
 */
export const packedOnu = (layout: typeof smallBoard | typeof largeBoard): PlaceIndex => ({
  encode: place => String(layout.encode(place)),
  decode: index => {
    const [packed, ...rest] = numbers(index)
    return packed === undefined || rest.length > 0
      ? null
      : (smallBoard.decode(packed) ?? largeBoard.decode(packed))
  },
})
export const smallBoardOnu = packedOnu(smallBoard)
export const largeBoardOnu = packedOnu(largeBoard)

/**
 * Slot numbers of the transceiver table of firmware 1.2: line cards only, from 0.
 * @throws RangeError (`toIndex`) for a slot without a line card
 */
export interface Slots {
  toIndex(slot: number): number
  toSlot(index: number): number
}

const slots = (lineCards: readonly number[]): Slots => ({
  toIndex: slot => {
    const at = lineCards.indexOf(slot)
    if (at < 0) throw new RangeError(`slot ${slot} has no line card`)
    return at
  },
  toSlot: index => lineCards[index] ?? -1,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** A C300 has its control cards in slots 10 and 11. */
export const byC300 = slots([...range(2, 9), ...range(12, 22)])
export const byC320 = slots(range(1, 8))

const transceiver = bitfield({
  type: { bits: 4, fixed: 1 },
  shelf: { bits: 4, offset: 1 },
  slot: 8,
  port: { bits: 8, offset: 1 },
  zero: { bits: 8, fixed: 0 },
})
/** A PON port in the transceiver table of firmware 1.2: the .1012 index, but slot and port count from 0. */
export const transceiverPort = ({ toIndex, toSlot }: Slots): PlaceIndex => ({
  encode: ({ shelf, slot, port }) => String(transceiver.encode({ shelf, slot: toIndex(slot), port })),
  decode: index => {
    const at = transceiver.decode(Number(index))
    const slot = at ? toSlot(at.slot) : -1
    return at && slot >= 0 ? { shelf: at.shelf, slot, port: at.port, onu: 0 } : null
  },
})
