import { onuSerial, readTable, table, type Session } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  dottedIndex,
  ponShape,
  slotPlaces,
  type NamedPlace,
  type OnuPlace,
  type PlaceIndex,
} from '@linecard/driver-kit/onus'
import { own } from '../tables.ts'

/** Entry of the table of ONUs (tplink-olt-onuManagement). Index: slot, port, ONU. */
export const onu = `${own}.100.1.7.2.1`

const place: PlaceIndex = dottedIndex('slot', 'port', 'onu')
const list = table({ serial: onuSerial(`${onu}.6`) })

/** Ports and ONUs have these names only here: `PON 1/3`, `PON 1/3/7`. */
export function parseName(name: string): NamedPlace | null {
  const found = /^pon ?(\d{1,2})\/(\d{1,2})(?:\/(\d{1,3}))?$/i.exec(name.trim())
  if (!found) return null
  const [, slot, port, onuId] = found
  return {
    shelf: 0,
    slot: Number(slot),
    port: Number(port),
    onu: onuId === undefined ? null : Number(onuId),
    technology: 'gpon',
  }
}

/**
 * The columns of this table are others in older firmware. Column 6 is the serial number where the rest is as
 * this driver reads it; without serial numbers there, it reads nothing.
 */
export const layout = (session: Session): Promise<readonly PlaceIndex[]> =>
  session.memo(
    'onu_layout',
    async () => {
      const rows = [...(await readTable(session, list)).values()]
      return rows.some(({ serial }) => serial !== null) ? [place] : []
    },
    60_000,
  )

/** PON ports with ONUs: which rows of ifTable are PON ports is not known. */
async function ponPorts(session: Session): Promise<Interface[]> {
  const [index] = await layout(session)
  if (!index) return []
  const ports = new Map<string, OnuPlace>()
  for (const row of (await readTable(session, list)).keys()) {
    const at = index.decode(row)
    if (at) ports.set(`${at.slot}/${at.port}`, at)
  }
  return [...ports].flatMap(([name, at]) => {
    const shape = ponShape({ ...at, onu: null }, 'gpon')
    return shape.id === undefined
      ? []
      : [{ id: shape.id, name: `PON ${name}`, type: 'PON', parent: null, if_index: null, ...shape }]
  })
}

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ slot, port, onu: id }) => `PON ${slot}/${port}/${id}`,
  more: ponPorts,
})
