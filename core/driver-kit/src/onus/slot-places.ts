import { readIfTable, type IfRow } from '../builders/if-table.ts'
import type { Session } from '../contract/session.ts'
import type { Interface } from '../modules/index.ts'
import type { NamedPlace, OnuPlace, Place, PlaceIndex, Places, PortPlace, Technology } from './places.ts'

/** Keys begin above every ifIndex, so they never are the key of another port. */
const base = 10 ** 12
const [ofShelf, ofSlot, ofPort] = [10 ** 9, 10 ** 7, 10 ** 5]
const numbers = [
  ['shelf', 100],
  ['slot', 100],
  ['port', 100],
] as const

/**
 * Bind key of a place: 10^12 + shelf × 10^9 + slot × 10^7 + port × 10^5 + ONU + 1; 0 in place of ONU + 1 is
 * the port. Null: a number is out of range (99 for shelf, slot and port, 99,998 for the ONU).
 */
export function slotKey(place: Place): number | null {
  for (const [name, end] of numbers)
    if (!Number.isInteger(place[name]) || place[name] < 0 || place[name] >= end) return null
  const onu = place.onu === null ? 0 : place.onu + 1
  if (!Number.isInteger(onu) || onu < 0 || onu >= ofPort || place.onu === -1) return null
  return base + place.shelf * ofShelf + place.slot * ofSlot + place.port * ofPort + onu
}

/** The place of a key of `slotKey`; null for another number. */
export function placeOfSlotKey(key: number): Place | null {
  const rest = key - base
  if (!Number.isSafeInteger(key) || rest < 0 || rest >= 100 * ofShelf) return null
  const onu = rest % ofPort
  return {
    shelf: Math.floor(rest / ofShelf),
    slot: Math.floor(rest / ofSlot) % 100,
    port: Math.floor(rest / ofPort) % 100,
    onu: onu === 0 ? null : onu - 1,
  }
}

/** A PON port as an interface with its place. */
export const ponShape = (place: Place, pontype: Technology | null): Partial<Interface> => ({
  ...(slotKey({ ...place, onu: null }) !== null && { id: slotKey({ ...place, onu: null })! }),
  type: 'PON',
  pontype,
  _technology: pontype,
  _frame: place.shelf,
  _slot: place.slot,
  _port: place.port,
})

/** Names of ports and ONUs of one series. */
export interface SlotNames {
  /** As `Places.parse`. Without `portAt` it also tells which rows of ifTable are PON ports and ONUs. */
  parse(name: string): NamedPlace | null
  /** As `Places.onuName`: the name of an ONU, as the device writes it. */
  onuName: Places['onuName']
  /** Place of a PON port in ifTable if its name does not tell it. Default: `parse` of the name. */
  portAt?(row: IfRow, name: string): NamedPlace | null
  /** As `Places.portOf`. */
  portOf?(ifIndex: number): PortPlace | null
  /** More ports: those that ifTable does not have. */
  more?(session: Session): Promise<Interface[]>
}

/**
 * Places by shelf, slot, port and ONU for an OLT whose PON ports are rows of ifTable. Rows of ONUs are left
 * out, because ONUs come from the vendor's table.
 */
export const slotPlaces = ({ parse, onuName, portAt, portOf, more }: SlotNames): Places => ({
  keyOf: slotKey,
  placeOf: placeOfSlotKey,
  parse,
  onuName,
  ...(portOf && { portOf }),
  readPorts: async session => [
    ...(await readIfTable(session, {
      shape: (row, { name }) => {
        const at = portAt ? portAt(row, name) : parse(name)
        if (at === null) return {}
        return at.onu === null ? ponShape(at, at.technology) : null
      },
    })),
    ...((await more?.(session)) ?? []),
  ],
})

type Part = 'shelf' | 'slot' | 'port' | 'onu' | number

/**
 * An index whose sub-identifiers are the numbers of the place: `dottedIndex('slot', 'port', 'onu')`. A number
 * stands for a fixed sub-identifier; numbers of the place that are not in the index are 0.
 */
export const dottedIndex = (...parts: readonly Part[]): PlaceIndex => {
  const write = (place: OnuPlace) =>
    parts.map(part => (typeof part === 'number' ? part : place[part])).join('.')
  const last = parts.indexOf('onu')
  return {
    encode: write,
    decode: index => {
      const read = index.split('.').map(Number)
      if (read.length !== parts.length) return null
      const place: OnuPlace = { shelf: 0, slot: 0, port: 0, onu: 0 }
      for (const [at, part] of parts.entries()) {
        if (typeof part === 'string') place[part] = read[at]!
        else if (part !== read[at]) return null
      }
      return place
    },
    ...(last === parts.length - 1 && {
      under: port =>
        parts
          .slice(0, last)
          .map(part => (typeof part === 'number' ? part : port[part as 'port']))
          .join('.'),
    }),
  }
}
