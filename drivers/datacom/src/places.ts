import { readTable, table, text, type Session } from '@linecard/driver-kit'
import {
  isOnu,
  slotPlaces,
  type NamedPlace,
  type OnuPlace,
  type PlaceIndex,
  type Technology,
} from '@linecard/driver-kit/onus'
import { onuIf } from './nodes.ts'

const technologies: readonly (readonly [string, Technology])[] = [
  ['gpon', 'gpon'],
  ['xgs-pon', 'xgspon'],
  ['xgspon', 'xgspon'],
]
const shape = /^(gpon|xgs-?pon)[ -](\d{1,2})\/(\d{1,2})\/(\d{1,2})(?:-onu-(\d{1,3}))?$/i

/**
 * Names of DmOS: PON port `gpon-1/1/3`, ONU `gpon-1/1/3-onu-7`. Null: other ports, and GEM ports and Ethernet
 * ports of an ONU (`gpon-1/1/3-onu-7-ethernet-uni-1`).
 */
export function parseName(name: string): NamedPlace | null {
  const found = shape.exec(name.trim())
  if (!found) return null
  const [, kind, shelf, slot, port, onu] = found
  return {
    shelf: Number(shelf),
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: technologies.find(([word]) => word === kind!.toLowerCase())![1],
  }
}

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ shelf, slot, port, onu }, parent) =>
    `${parent?.name ?? `gpon-${shelf}/${slot}/${port}`}-onu-${onu}`,
})

const portsPerSlot = 32
/**
 * onuifIndex of an ONU: 0x01, the ONU in 16 bits, then the port from 0 in the last octet, 32 ports for each
 * slot of chassis 1.
 */
export const packedOnu: PlaceIndex = {
  encode: ({ shelf, slot, port, onu }) =>
    shelf === 1 && slot >= 1 && slot <= 8 && port >= 1 && port <= portsPerSlot && onu < 2 ** 16
      ? String(2 ** 24 + onu * 256 + (slot - 1) * portsPerSlot + port - 1)
      : null,
  decode: index => {
    const packed = Number(index)
    if (!Number.isInteger(packed) || packed < 2 ** 24 || packed >= 2 ** 25) return null
    const port = packed % 256
    return {
      shelf: 1,
      slot: Math.floor(port / portsPerSlot) + 1,
      port: (port % portsPerSlot) + 1,
      onu: Math.floor(packed / 256) % 2 ** 16,
    }
  },
  foreign: index => Number(index) < 2 ** 24 || Number(index) >= 2 ** 25,
}

/** Parts of an ONU and ports of the OLT have rows too. */
const part = /^(?:gpon|xgs-?pon)[ -]\d{1,2}\/\d{1,2}\/\d{1,2}(?:-onu-\d{1,3}-|$)/i

const descr = table({ descr: text(`${onuIf}.3`) })

/** Rows that are enough to see whether the index is packed. */
const sample = 8

/** ONUs by onuifDescr, which always tells the place. */
async function byDescr(session: Session): Promise<PlaceIndex> {
  const rows = new Map<string, OnuPlace>()
  const indexes = new Map<string, string>()
  const parts = new Set<string>()
  const keyOf = ({ shelf, slot, port, onu }: OnuPlace) => `${shelf}/${slot}/${port}/${onu}`
  // Which rows are about ONUs is known only after this: none of them tells how long other columns are.
  for (const [index, row] of await readTable(session, descr, { counts: () => false })) {
    const at = parseName(row.descr ?? '')
    if (part.test(row.descr ?? '')) parts.add(index)
    if (!at || !isOnu(at)) continue
    const { technology: _, ...place } = at
    rows.set(index, place)
    indexes.set(keyOf(place), index)
  }
  return {
    encode: place => indexes.get(keyOf(place)) ?? null,
    decode: index => rows.get(index) ?? null,
    foreign: index => parts.has(index),
  }
}

/** Whether the first rows of the table have the packed index. */
async function isPacked(session: Session): Promise<boolean> {
  const { columns } = await session.snmp.columns([descr.descr.oid], { maxRows: sample })
  const first = [...(columns[0] ?? [])].flatMap(([index, cell]) => {
    const at = parseName(String(cell.value ?? ''))
    return at && isOnu(at) ? [{ index, at }] : []
  })
  return first.length > 0 && first.every(({ index, at }) => packedOnu.encode(at) === index)
}

/**
 * The index of onuIfTable. The MIB does not describe it, so the first rows are compared with their names: if
 * they fit, one ONU costs one request; else the names of all rows are read, and kept for a minute.
 */
export const byOnuIf = (session: Session): Promise<readonly PlaceIndex[]> =>
  session.memo(
    'onuif_index',
    async () => [(await isPacked(session)) ? packedOnu : await byDescr(session)],
    60_000,
  )
