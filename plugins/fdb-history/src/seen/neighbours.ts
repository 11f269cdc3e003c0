import { rest, slice } from '@linecard/driver-kit'
import type { arpInfo, arps } from '@linecard/driver-kit/modules'
import { canonicalAddress } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import type { Found } from '../stays/plan.ts'
import type { Ports } from './ports.ts'
import { isUnicast, vlanOf } from './stations.ts'

type ArpsRow = Static<typeof arps.result>[number]
type ArpInfoRow = Static<typeof arpInfo.result>[number]

/** An IP address at a MAC address, as a router has it. VLAN 0: not known. */
export interface Neighbour extends Found {
  ip: string
  mac: string
  vlan_id: number
  interface_id: number | null
}

export const neighbourKey = (ip: string, mac: string): string => `${ip} ${mac}`

/** What both modules say, in one form; null: the entry says nothing about a station. */
function entryOf(row: ArpsRow | ArpInfoRow, { byKey, byName }: Ports) {
  if (row.mac === null || !isUnicast(row.mac)) return null
  if ('_id' in row)
    return row.status === 'OK' ? { mac: row.mac, port: byName.get(row.interface) ?? null } : null
  if (row.status === 'Invalid') return null
  return { mac: row.mac, port: (row.interface && byKey.get(String(row.interface.id))) ?? null }
}

/** The addresses in an ARP table, those of IPv6 too. */
export async function neighboursOf(
  rows: readonly (ArpsRow | ArpInfoRow)[],
  ports: Ports,
): Promise<Map<string, Neighbour>> {
  const found = new Map<string, Neighbour>()
  const own = slice()
  for (const row of rows) {
    if (own.over()) await rest()
    const [entry, ip] = [entryOf(row, ports), canonicalAddress(row.ip)]
    if (!entry || ip === null) continue
    const mac = entry.mac.toLowerCase()
    const key = neighbourKey(ip, mac)
    if (found.has(key)) continue
    found.set(key, {
      key,
      subject: ip,
      place: mac,
      ip,
      mac,
      vlan_id: vlanOf(row.vlan_id),
      interface_id: entry.port?.id ?? null,
    })
  }
  return found
}
