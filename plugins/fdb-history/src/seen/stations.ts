import { rest, slice } from '@linecard/driver-kit'
import type { fdb } from '@linecard/driver-kit/modules'
import type { Static } from 'typebox'
import type { Found } from '../stays/plan.ts'
import type { Ports } from './ports.ts'

export type FdbRow = Static<typeof fdb.result>[number]

/** A MAC address behind a stored interface. VLAN 0: none. */
export interface Station extends Found {
  interface_id: number
  mac: string
  vlan_id: number
}

/** Whether one device sends from this address: it is not a group address. */
export const isUnicast = (mac: string): boolean =>
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && mac !== '00:00:00:00:00:00'

export const vlanOf = (vlan: number | null): number => (vlan !== null && vlan >= 0 && vlan <= 4095 ? vlan : 0)

/** The same for an open stay of the database, whose MAC is in lower case. */
export const stationKey = (interfaceId: number, mac: string, vlan: number): string =>
  `${interfaceId} ${mac} ${vlan}`

/** Addresses in an FDB. */
export interface Stations {
  found: Map<string, Station>
  /** Addresses on ports that are left out: the interface by `MAC VLAN`. */
  elsewhere: Map<string, number>
}

/**
 * The addresses of subscribers in an FDB: without the device's own, without ports that keep none, and
 * without those that are not stored.
 */
export async function stationsOf(
  rows: readonly FdbRow[],
  { byKey }: Ports,
  leftOut: { has(interfaceId: number): boolean },
): Promise<Stations> {
  const found = new Map<string, Station>()
  const elsewhere = new Map<string, number>()
  const own = slice()
  for (const row of rows) {
    if (own.over()) await rest()
    const port = row.interface && byKey.get(String(row.interface.id))
    if (!port || !port.fdb_enabled) continue
    if (row.status === 'SELF' || row.status === 'INVALID' || !isUnicast(row.mac_address)) continue
    const [mac, vlan] = [row.mac_address.toLowerCase(), vlanOf(row.vlan_id)]
    const key = stationKey(port.id, mac, vlan)
    if (leftOut.has(port.id)) elsewhere.set(`${mac} ${vlan}`, port.id)
    else if (!found.has(key))
      found.set(key, { key, subject: mac, place: String(port.id), interface_id: port.id, mac, vlan_id: vlan })
  }
  return { found, elsewhere }
}
