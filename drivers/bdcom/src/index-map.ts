import { readRows, table, text, type Session } from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  isOnu,
  type OnuFinder,
  type OnuPlace,
  type Place,
  type PlaceIndex,
  type Places,
  type Technology,
} from '@linecard/driver-kit/onus'
import { keyOf, onuName, parsePon, placeOfKey, portOf, type EthernetKeys } from './place.ts'

const ifDescr = '1.3.6.1.2.1.2.2.1.2'
const descr = table({ descr: text(ifDescr) })
const keepMs = 3_600_000

/** What ifTable says about PON ports and ONUs: only their names tell where they are. */
interface IndexMap {
  /** Null: it was not read yet. */
  onus: Map<number, OnuPlace> | null
  /** ifIndex by bind key of a PON port or an ONU. */
  ifIndexes: Map<number, number>
}

const mapOf = (session: Session): Promise<IndexMap> =>
  session.memo('bdcom_if_indexes', async () => ({ onus: null, ifIndexes: new Map() }), keepMs)

/** Ports of the device without its ONUs. The same rows tell the ifIndex of each ONU. */
const portReader =
  (keys: EthernetKeys) =>
  async (session: Session): Promise<Interface[]> => {
    const onus = new Map<number, OnuPlace>()
    const ifIndexes = new Map<number, number>()
    const ports = await readIfTable(session, {
      shape: (row, { name }) => {
        const named = parsePon(row.descr ?? name)
        if (!named) return portOf(name, row.ifIndex, keys)
        const { technology, ...place } = named
        const id = keyOf(place)
        if (id === null) return portOf('', row.ifIndex, keys)
        ifIndexes.set(id, row.ifIndex)
        if (isOnu(place)) {
          onus.set(row.ifIndex, place)
          return null
        }
        const { slot: _slot, port: _port } = place
        return { id, type: 'PON', pontype: technology, _technology: technology, _slot, _port }
      },
    })
    Object.assign(await mapOf(session), { onus, ifIndexes })
    return ports
  }

/** Names, bind keys and ports of an OLT. */
export const placesWith = (keys: EthernetKeys): Places => ({
  keyOf,
  placeOf: placeOfKey,
  parse: parsePon,
  onuName: (place, _port, technology) => onuName(place, technology),
  readPorts: portReader(keys),
})

/** The map, read now if it was not read yet. */
async function known(
  session: Session,
  { readPorts }: Places,
): Promise<Required<IndexMap> & { onus: Map<number, OnuPlace> }> {
  const map = await mapOf(session)
  if (map.onus === null) await readPorts(session)
  return { onus: map.onus ?? new Map<number, OnuPlace>(), ifIndexes: map.ifIndexes }
}

/** ifIndex of a PON port or an ONU; null: the agent has no such row. */
export async function ifIndexOf(
  session: Session,
  places: Places,
  place: { port: number; onu: number | null },
) {
  const id = keyOf({ shelf: 0, slot: 0, port: place.port, onu: place.onu })
  return id === null ? null : ((await known(session, places)).ifIndexes.get(id) ?? null)
}

/** The place of an ifIndex: of an ONU, or of a PON port. */
export async function placeOfIfIndex(
  session: Session,
  places: Places,
): Promise<(ifIndex: number) => OnuPlace | null> {
  const { onus } = await known(session, places)
  return ifIndex => onus.get(ifIndex) ?? null
}

/** Index of tables about ONUs: the ifIndex, optionally with a suffix. */
export const byIfIndex =
  (places: Places) =>
  async (session: Session): Promise<readonly PlaceIndex[]> => {
    const { onus, ifIndexes } = await known(session, places)
    return [
      {
        encode: place => {
          const id = keyOf(place)
          const ifIndex = id === null ? undefined : ifIndexes.get(id)
          return ifIndex === undefined ? null : String(ifIndex)
        },
        decode: index => (/^\d{1,10}$/.test(index) ? (onus.get(Number(index)) ?? null) : null),
      },
    ]
  }

/**
 * ONUs as rows of ifTable. A kept ifIndex is used only while the agent still calls that row by the name of
 * the ONU: a restart of the OLT gives new ifIndexes.
 */
export const finder = (places: Places, technology: Technology): OnuFinder => {
  const showsNow = async (session: Session, place: OnuPlace) => {
    const ifIndex = await ifIndexOf(session, places, place)
    if (ifIndex === null) return false
    const row = (await readRows(session, descr, [String(ifIndex)])).get(String(ifIndex))
    const named = row?.descr ? parsePon(row.descr) : null
    return named !== null && named.technology === technology && keyOf(named) === keyOf(place)
  }
  return {
    all: async session =>
      [...(await known(session, places)).onus.values()].toSorted((a, b) => a.port - b.port || a.onu - b.onu),
    async has(session, place) {
      if (await showsNow(session, place)) return true
      await places.readPorts(session)
      return (await ifIndexOf(session, places, place)) !== null
    },
    ifIndexOf: (session, place) => ifIndexOf(session, places, place),
    at: async (session, ifIndex) => (await placeOfIfIndex(session, places))(ifIndex),
    // other(1) of IANAifType-MIB.
    ifType: 1,
  }
}

/** PON ports by ifIndex. */
export async function ponPorts(session: Session, places: Places): Promise<Map<number, Place>> {
  const { ifIndexes } = await known(session, places)
  return new Map(
    [...ifIndexes].flatMap(([id, ifIndex]) => {
      const place = placeOfKey(id)
      return place && place.onu === null ? [[ifIndex, place] as const] : []
    }),
  )
}
