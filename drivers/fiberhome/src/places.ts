import { readTable, table, text, type Session } from '@linecard/driver-kit'
import { bitfield } from '@linecard/driver-kit/codecs'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  fitting,
  ponShape,
  slotPlaces,
  type NamedPlace,
  type OnuPlace,
  type PlaceIndex,
  type PortPlace,
} from '@linecard/driver-kit/onus'
import { pon } from './nodes.ts'

/** onuIndex: slot in 7 bits, PON in 6, ONU in 11, and eight bits for its ports. */
const packed = bitfield({ slot: 7, port: 6, onu: 11, rest: { bits: 8, fixed: 0 } })

export const byOnuIndex: PlaceIndex = {
  encode: ({ slot, port, onu }) => String(packed.encode({ slot, port, onu })),
  decode: index => {
    const at = /^\d+$/.test(index) ? packed.decode(Number(index)) : null
    return at && at.onu > 0 ? { shelf: 0, ...at } : null
  },
}

/** Newer releases have `<index of the PON port>.<ONU>` in some tables. */
export const byPonAndOnu: PlaceIndex = {
  encode: ({ slot, port, onu }) => `${packed.encode({ slot, port, onu: 0 })}.${onu}`,
  decode: index => {
    const [port, onu, ...rest] = index.split('.').map(Number)
    const at = port === undefined || rest.length > 0 ? null : ponAt(port)
    return at && onu !== undefined ? { ...at, onu } : null
  },
  under: ({ slot, port }) => String(packed.encode({ slot, port, onu: 0 })),
}

/** The PON port of an index without an ONU: 0x02080000 is slot 1, PON 1. */
export function ponAt(index: number): PortPlace | null {
  const at = packed.decode(index)
  return at && at.onu === 0 && at.slot > 0 && at.port > 0 ? { shelf: 0, slot: at.slot, port: at.port } : null
}

export const ponIndex = ({ slot, port }: PortPlace): string | null =>
  fitting(() => String(packed.encode({ slot, port, onu: 0 })))

/** `PON 1/1` is a port, `PON 1/1/7` an ONU. */
export function parseName(name: string): NamedPlace | null {
  const found = /^pon ?(\d{1,2})\/(\d{1,2})(?:\/(\d{1,4}))?$/i.exec(name.trim())
  if (!found) return null
  const [, slot, port, onu] = found
  return {
    shelf: 0,
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: null,
  }
}

const names = table({ name: text(`${pon}.2`) })
const keepMs = 600_000

/** Whether the names of PON ports say the same places as their indexes. */
export const isProven = (session: Session): Promise<boolean> =>
  session.memo(
    'fiberhome_layout',
    async () =>
      [...(await readTable(session, names))].every(([index, { name }]) => {
        const [told, at] = [parseName(name ?? ''), ponAt(Number(index))]
        return told === null || (at?.slot === told.slot && at.port === told.port)
      }),
    keepMs,
  )
/** PON ports that ifTable does not have: those of oltPonInfoTable. */
async function ponPorts(session: Session): Promise<Interface[]> {
  const known = await session.snmp.columns(['1.3.6.1.2.1.2.2.1.2'], {})
  const listed = new Set(
    [...(known.columns[0]?.values() ?? [])].map(({ value }) => String(value ?? '').trim()),
  )
  return [...(await readTable(session, names))].flatMap(([index, { name }]) => {
    const at = ponAt(Number(index))
    if (!at || (name !== null && listed.has(name))) return []
    const shape = ponShape({ ...at, onu: null }, null)
    return shape.id === undefined
      ? []
      : [
          {
            id: shape.id,
            name: name ?? `PON ${at.slot}/${at.port}`,
            type: 'PON',
            parent: null,
            if_index: null,
            ...shape,
          },
        ]
  })
}

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ slot, port, onu }: OnuPlace) => `PON ${slot}/${port}/${onu}`,
  portOf: ponAt,
  more: ponPorts,
})
