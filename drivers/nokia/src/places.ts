import { readTable, type Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { ponShape, slotPlaces, type NamedPlace, type OnuPlace, type Places } from '@linecard/driver-kit/onus'
import { byIfIndexOfOnt, mayBeOnt, ponAt, readLayouts } from './board-layouts.ts'
import { boardSlots } from './boards.ts'
import { slotOf, slotOffset, type Row } from './layouts.ts'

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

const shown = ({ name, descr }: Interface): NamedPlace | null =>
  [name, descr ?? ''].flatMap(text => parseName(text) ?? [])[0] ?? null

/** The ports of the device; its rows tell how each board numbers them. */
async function readPorts(session: Session): Promise<Interface[]> {
  const read = await readIfTable(session)
  const rows = read.flatMap((one): Row[] => {
    const at = slotOf(one.id)
    if (!at || (at.pon && one.if_type !== null && one.if_type !== gponType)) return []
    return [{ ifIndex: one.id, named: shown(one) }]
  })
  const slots = await readLayouts(session, rows)
  const pons = new Set(rows.flatMap(({ ifIndex }) => (slotOf(ifIndex)!.pon ? [ifIndex] : [])))
  let unplaced = 0
  const ports = read.flatMap((one): Interface[] => {
    if (mayBeOnt(slots, one.id)) return []
    // Where ifType did not arrive, the level in ifIndex tells: a PON port keeps its bind key.
    if (!pons.has(one.id)) return [one]
    const at = ponAt(slots, one.id)
    if (at) return [{ ...one, ...ponShape({ ...at, onu: null }, 'gpon') }]
    unplaced++
    return [{ ...one, type: 'PON', pontype: 'gpon', _technology: 'gpon', _port: null }]
  })
  if (unplaced > 0) session.report({ what: '_port', reason: 'unplaced', cells: unplaced })
  return ports
}

export const places: Places = {
  ...slotPlaces({
    parse: parseName,
    onuName: ({ slot, port, onu }: OnuPlace) => `1/1/${slot}/${port}/${onu}`,
  }),
  readPorts,
}
export const ontIndexes = byIfIndexOfOnt(readPorts)

/** Row of a PON port in sfpDiagTable: its board and the number on the front. */
export async function sfpRowOf(session: Session, { id }: Interface): Promise<string | null> {
  const at = places.placeOf(id)
  const slots = await readTable(session, boardSlots)
  const found = at && [...slots].find(([, { linear }]) => linear !== null && linear + slotOffset === at.slot)
  return found ? `${found[0]}.${at!.port}` : null
}
