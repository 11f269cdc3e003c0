import { integer, readTable, table, type Session } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  ponShape,
  slotPlaces,
  type NamedPlace,
  type PlaceIndex,
  type PortPlace,
} from '@linecard/driver-kit/onus'
import { pon } from './nodes.ts'

/** ubiPortIndex in groups of two digits: the MIB does not say what it is made of. */
const group = 100
export function portOf(index: number): PortPlace | null {
  if (!Number.isInteger(index) || index <= 0 || index >= group ** 3) return null
  return {
    shelf: Math.floor(index / group ** 2),
    slot: Math.floor(index / group) % group,
    port: index % group,
  }
}
export const indexOf = ({ shelf, slot, port }: PortPlace): number => shelf * group ** 2 + slot * group + port

/** Index of onuPonMacTable: port, ONU. */
export const byPort: PlaceIndex = {
  encode: place => `${indexOf(place)}.${place.onu}`,
  decode: index => {
    const [port, onu, ...rest] = index.split('.').map(Number)
    const at = portOf(port ?? 0)
    return at && onu !== undefined && Number.isInteger(onu) && rest.length === 0 ? { ...at, onu } : null
  },
  under: port => String(indexOf(port)),
}

/** Ports and ONUs have these names only here: `PON 7`, `PON 7/12`. */
export function parseName(name: string): NamedPlace | null {
  const found = /^pon ?(\d{1,6})(?:\/(\d{1,4}))?$/i.exec(name.trim())
  const at = found && portOf(Number(found[1]))
  if (!at) return null
  return { ...at, onu: found[2] === undefined ? null : Number(found[2]), technology: 'epon' }
}

const ports = table({ mode: integer(`${pon}.4`) })
/** PON ports of oltPonMacTable: which rows of ifTable they are is not known. */
const ponPorts = async (session: Session): Promise<Interface[]> =>
  [...(await readTable(session, ports)).keys()].flatMap(index => {
    const at = portOf(Number(index))
    const shape = at && ponShape({ ...at, onu: null }, 'epon')
    return shape?.id === undefined
      ? []
      : [{ id: shape.id, name: `PON ${index}`, type: 'PON', parent: null, if_index: null, ...shape }]
  })

export const places = slotPlaces({
  parse: parseName,
  onuName: place => `PON ${indexOf(place)}/${place.onu}`,
  portAt: () => null,
  more: ponPorts,
})
