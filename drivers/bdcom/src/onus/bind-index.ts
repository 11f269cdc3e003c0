import { mac, readRows, readTable, table, type Session } from '@linecard/driver-kit'
import { macBytes } from '@linecard/driver-kit/codecs'
import type { OnuPlace, PlaceIndex, Places } from '@linecard/driver-kit/onus'
import { bdcom } from '../columns.ts'
import { ifIndexOf, placeOfIfIndex } from '../index-map.ts'
import { keyOf } from '../place.ts'

/** onuID of NMS-EPON-ONU: the MAC address. Index: ifIndex of the ONU. */
const macs = table({ mac: mac(`${bdcom}.101.10.1.1.3`) })

/** A row index of the binding table: ifIndex of the PON port, and the MAC address as six numbers. */
export const bindIndex = (ponIfIndex: number, address: string): string =>
  [ponIfIndex, ...macBytes(address)].join('.')

/** MAC addresses by ifIndex: of the given ONUs with one GET, of all as one column. */
async function addresses(session: Session, places: Places, onus: readonly OnuPlace[] | 'all') {
  if (onus === 'all') return readTable(session, macs)
  const indexes: string[] = []
  for (const place of onus) {
    const ifIndex = await ifIndexOf(session, places, place)
    if (ifIndex !== null) indexes.push(String(ifIndex))
  }
  return readRows(session, macs, indexes)
}

/** Index of the binding table (llidOnuBindTable): its rows have no ifIndex of the ONU. */
export const byBinding =
  (places: Places) =>
  async (session: Session, onus: readonly OnuPlace[] | 'all'): Promise<readonly PlaceIndex[]> => {
    const placeAt = await placeOfIfIndex(session, places)
    const indexes = new Map<number, string>()
    const found = new Map<string, OnuPlace>()
    for (const [ifIndex, row] of await addresses(session, places, onus)) {
      const place = placeAt(Number(ifIndex))
      const pon = place && (await ifIndexOf(session, places, { ...place, onu: null }))
      const key = place && keyOf(place)
      if (!place || pon === null || key === null || row.mac === null) continue
      const index = bindIndex(pon, row.mac)
      indexes.set(key, index)
      found.set(index, place)
    }
    return [
      { encode: place => indexes.get(keyOf(place) ?? -1) ?? null, decode: index => found.get(index) ?? null },
    ]
  }
