import { rest, slice } from '@linecard/driver-kit'
import { isIP } from 'node:net'
import { addressOf, addressText, isUnicast, isVirtual } from './address.ts'
import type { Doubts } from './doubts.ts'
import type { Network } from './network.ts'
import type { ArpRow, Neighbour } from './scene.ts'

/** Several devices have it: it proves nothing. */
const several = -1
/** A DNS name has at most 253 characters; a longer text is no name. */
const longestName = 253

/** Who has which address, name and IP address. `several`: it proves nothing. */
export interface Identities {
  byMac: Map<number, number>
  byName: Map<string, number>
  byIp: Map<string, number>
  /** Addresses that are of this device alone. */
  macsOf: readonly (readonly number[])[]
  /** Devices whose addresses only an ARP table tells. */
  byArp: ReadonlySet<number>
}

/** `sw-1.example.net` and `sw-1(FOC123)` are also `sw-1`. */
function namesOf(text: string | null): string[] {
  const name =
    text
      ?.slice(0, longestName + 1)
      .trim()
      .toLowerCase() ?? ''
  if (name.length > longestName) return []
  const bare = name.split('(')[0]!.trimEnd()
  const short = isIP(bare) === 0 ? bare.split('.')[0]! : bare
  return [...new Set([name, bare, short])].filter(one => one !== '')
}

function claim<K>(map: Map<K, number>, key: K, device: number): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, device)
  else if (known !== device) map.set(key, several)
}

export async function identify(
  network: Network,
  arp: readonly ArpRow[],
  doubts: Doubts,
): Promise<Identities> {
  const turn = slice()
  const [byMac, byName, byIp] = [
    new Map<number, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  for (const [at, device] of network.devices.entries()) {
    if (turn.over()) await rest()
    for (const text of [...device.macs, ...device.interfaces.map(({ mac }) => mac)]) {
      const mac = addressOf(text ?? '')
      if (isUnicast(mac) && !isVirtual(mac)) claim(byMac, mac, at)
    }
    for (const name of new Set([device.name, ...device.names].flatMap(namesOf))) claim(byName, name, at)
    for (const ip of device.ips) claim(byIp, ip.toLowerCase(), at)
  }
  const byArp = addByArp({ byMac, byIp }, arp)
  const macsOf: number[][] = network.devices.map(() => [])
  for (const [mac, device] of byMac)
    if (device === several)
      doubts.add('claimed-twice', [], `several devices have the address ${addressText(mac)}`)
    else macsOf[device]!.push(mac)
  return { byMac, byName, byIp, macsOf, byArp }
}

/**
 * Addresses of devices by the ARP tables of others: some tell none, others only those of their ports. A
 * router that answers for others (proxy ARP) has one address for many: such an address is nobody's.
 */
function addByArp({ byMac, byIp }: Pick<Identities, 'byMac' | 'byIp'>, arp: readonly ArpRow[]): Set<number> {
  const told = new Set(byMac.values())
  const found = new Map<number, number>()
  for (const { ip, mac: text } of arp) {
    const device = byIp.get(ip.toLowerCase())
    if (device === undefined || device === several) continue
    const mac = addressOf(text)
    if (isUnicast(mac) && !isVirtual(mac) && !byMac.has(mac)) claim(found, mac, device)
  }
  const byArp = new Set<number>()
  for (const [mac, device] of found) {
    byMac.set(mac, device)
    if (device !== several && !told.has(device)) byArp.add(device)
  }
  return byArp
}

/** A neighbour's device, and how well it is known. */
export interface Known {
  /** -1: not in the inventory, or not to be told apart. */
  device: number
  /** By an address of its own, or by two of name, IP address and chassis id. */
  strong: boolean
  /** It says things of two devices, or what several devices say. */
  doubtful: boolean
}

/** Who a neighbour is. What two devices have in common is not looked at. */
export function whoIs(ids: Identities, { chassis, name, address }: Neighbour): Known {
  const mac = addressOf(chassis ?? '')
  const byMac = ids.byMac.get(mac)
  const told = [
    mac < 0 && chassis !== null ? (ids.byIp.get(chassis.toLowerCase()) ?? first(ids, chassis)) : undefined,
    first(ids, name),
    address === null ? undefined : ids.byIp.get(address.toLowerCase()),
  ]
  const doubtful = byMac === several || told.includes(several)
  const sure = told.filter(one => one !== undefined && one !== several) as number[]
  if (byMac !== undefined && byMac !== several)
    return { device: byMac, strong: sure.every(one => one === byMac), doubtful }
  const [device = several] = sure
  if (sure.some(one => one !== device)) return { device: several, strong: false, doubtful: true }
  return { device, strong: sure.length > 1, doubtful }
}

function first({ byName }: Identities, text: string | null): number | undefined {
  for (const name of namesOf(text)) {
    const device = byName.get(name)
    if (device !== undefined) return device
  }
  return undefined
}

/** Says of a stranger what it calls itself. */
export const strangerName = ({ name, chassis, address }: Neighbour): string =>
  name || chassis || address || 'a neighbour without a name'
