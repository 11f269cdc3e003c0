import type { fdb } from '@linecard/driver-kit/modules'
import type { Static } from 'typebox'

export type FdbRow = Static<typeof fdb.result>[number]

/** MAC addresses behind the ports of one device, of ports with few of them first. */
export interface Sightings {
  /** How many different MAC addresses each port carries, also beyond the limit. */
  ports: { bindKey: string; macs: number }[]
  rows: { bindKey: string; mac: string; vlan: number }[]
}
export interface Limits {
  perPort: number
  perDevice: number
}

/** Rows after which others get their turn. */
const CHUNK = 5_000

/** Addresses that a station sends from: no group addresses, not the device's own. */
const isStation = ({ mac_address: mac, status }: FdbRow) =>
  status !== 'SELF' &&
  status !== 'INVALID' &&
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 &&
  mac !== '00:00:00:00:00:00'

const vlanOf = ({ vlan_id: vlan }: FdbRow) => (vlan !== null && vlan >= 0 && vlan <= 4095 ? vlan : 0)

/**
 * What is kept of a device's FDB. Of a port with more than `perPort` rows the first ones are, and of the
 * whole device `perDevice`: then ports that carry the most, which lead to other devices, lose theirs (fault
 * 26). Each row counts once; VLAN 0 stands for none.
 */
export async function sightingsOf(
  fdbRows: readonly FdbRow[],
  { perPort, perDevice }: Limits,
): Promise<Sightings> {
  const ports = new Map<string, { macs: Set<string>; rows: Map<string, Sightings['rows'][number]> }>()
  for (const [nth, row] of fdbRows.entries()) {
    if (nth % CHUNK === CHUNK - 1) await new Promise(resolve => setImmediate(resolve))
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
