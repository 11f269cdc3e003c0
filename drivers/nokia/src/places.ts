import { readTable, type Session } from '@linecard/driver-kit'
import { bitfield } from '@linecard/driver-kit/codecs'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  fitting,
  slotPlaces,
  type NamedPlace,
  type OnuPlace,
  type PlaceIndex,
  type PortPlace,
} from '@linecard/driver-kit/onus'
import { boardSlots } from './boards.ts'

/** What a row of ifTable is, in four bits of its ifIndex. */
const ponLevel = 13
const ontLevel = 14
/** The linear number of slot 1 is 2. */
const slotOffset = -1
const ponBits = bitfield({
  slot: { bits: 7, offset: slotOffset },
  level: { bits: 4, fixed: ponLevel },
  port: { bits: 5, offset: 1 },
  rest: 16,
})
const ontBits = bitfield({
  slot: { bits: 7, offset: slotOffset },
  level: { bits: 4, fixed: ontLevel },
  port: { bits: 5, offset: 1 },
  onu: { bits: 7, offset: 1 },
  rest: { bits: 9, fixed: 0 },
})
/** Newer releases set a bit in the ifIndex of a PON port. */
const rests = new Set([0, 0x20_00])

/** ifIndex of an ONT. */
export const byIfIndexOfOnt: PlaceIndex = {
  encode: ({ shelf, slot, port, onu }) =>
    shelf === 1 ? fitting(() => String(ontBits.encode({ slot, port, onu }))) : null,
  decode: index => {
    const at = /^\d+$/.test(index) ? ontBits.decode(Number(index)) : null
    return at && at.slot > 0 ? { shelf: 1, slot: at.slot, port: at.port, onu: at.onu } : null
  },
}

/** The PON port of an ifIndex. */
export function ponAt(ifIndex: number): PortPlace | null {
  const at = ponBits.decode(ifIndex)
  return at && at.slot > 0 && rests.has(at.rest) ? { shelf: 1, slot: at.slot, port: at.port } : null
}

/** `1/1/2/5` is rack, shelf, slot and PON port; `1/1/2/5/17` an ONT. */
export function parseName(name: string): NamedPlace | null {
  const found = /^(?:(?:pon|ont)[-: ]?)?1\/1\/(\d{1,2})\/(\d{1,2})(?:\/(\d{1,3}))?$/i.exec(name.trim())
  if (!found) return null
  const [, slot, port, onu] = found
  return {
    shelf: 1,
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: 'gpon',
  }
}

const gponType = 250

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ slot, port, onu }: OnuPlace) => `1/1/${slot}/${port}/${onu}`,
  /** ifIndex tells the place, whatever the row is called. */
  portAt: ({ ifIndex, ifType }) => {
    const ont = byIfIndexOfOnt.decode(String(ifIndex))
    if (ont) return { ...ont, technology: 'gpon' }
    // Where ifType did not arrive, the level in ifIndex tells: a PON port keeps its bind key.
    const pon = ifType === null || ifType === gponType ? ponAt(ifIndex) : null
    return pon ? { ...pon, onu: null, technology: 'gpon' } : null
  },
})

/** Row of a PON port in sfpDiagTable: its board and the number on the front. */
export async function sfpRowOf(session: Session, { id }: Interface): Promise<string | null> {
  const at = places.placeOf(id)
  const slots = await readTable(session, boardSlots)
  const found = at && [...slots].find(([, { linear }]) => linear !== null && linear + slotOffset === at.slot)
  return found ? `${found[0]}.${at!.port}` : null
}
