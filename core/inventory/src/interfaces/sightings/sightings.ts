import { rest, slice } from '@linecard/driver-kit'
import type { fdb } from '@linecard/driver-kit/modules'
import type { Static } from 'typebox'

export type FdbRow = Static<typeof fdb.result>[number]

/**
 * MAC addresses behind the ports of one device, from the ports with the fewest addresses to those with the
 * most.
 */
export interface Sightings {
  /** Number of different MAC addresses on each port, with those above the limit. */
  ports: { bindKey: string; macs: number }[]
  rows: { bindKey: string; mac: string; vlan: number }[]
}
export interface Limits {
  perPort: number
  perDevice: number
}

/** Whether a station can send from this address: it is not a group address and not the device's own. */
const isStation = ({ mac_address: mac, status }: FdbRow) =>
  status !== 'SELF' &&
  status !== 'INVALID' &&
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 &&
  mac !== '00:00:00:00:00:00'

const vlanOf = ({ vlan_id: vlan }: FdbRow) => (vlan !== null && vlan >= 0 && vlan <= 4095 ? vlan : 0)

/**
 * The part of a device's FDB that is stored: at most `perPort` rows of a port, the first ones, and at most
 * `perDevice` rows of the device. Above that, the ports with the most addresses, which lead to other devices,
 * lose theirs (fault 26). Equal rows count once. VLAN 0: no VLAN.
 */
export async function sightingsOf(
  fdbRows: readonly FdbRow[],
  { perPort, perDevice }: Limits,
): Promise<Sightings> {
  const ports = new Map<string, { macs: Set<string>; rows: Map<string, Sightings['rows'][number]> }>()
  const own = slice()
  for (const row of fdbRows) {
    if (own.over()) await rest()
    if (!row.interface || !isStation(row)) continue
    const bindKey = String(row.interface.id)
    const port = ports.get(bindKey) ?? ports.set(bindKey, { macs: new Set(), rows: new Map() }).get(bindKey)!
    const [mac, vlan] = [row.mac_address, vlanOf(row)]
    port.macs.add(mac)
    if (port.rows.size < perPort) port.rows.set(`${mac} ${vlan}`, { bindKey, mac, vlan })
  }
  const ordered = [...ports].toSorted(([, a], [, b]) => a.macs.size - b.macs.size)
  const rows: Sightings['rows'] = []
  for (const [, port] of ordered)
    for (const row of port.rows.values()) if (rows.length < perDevice) rows.push(row)
  return { ports: ordered.map(([bindKey, { macs }]) => ({ bindKey, macs: macs.size })), rows }
}
