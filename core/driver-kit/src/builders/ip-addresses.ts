import type { Session } from '../contract/session.ts'
import { inetPiece, ipOf, rowIndex } from '../codecs/index.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { oidParts } from '../oid.ts'
import { integer, interfaceIndex, ip, oidValue, readTable, readWhole, table } from '../table/index.ts'
import { byIfIndex } from './interfaces.ts'

/** One address of the device. */
export interface OwnAddress {
  ip: string
  version: 4 | 6
  prefixLength: number | null
  interface: Interface | null
}

/** ipAddrTable (IP-MIB of RFC 1213 on); index: the address. */
const addrTable = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.4.20.1.2'), mask: ip('1.3.6.1.2.1.4.20.1.3') })
/**
 * ipAddressTable (IP-MIB, RFC 4293); index: address type, length, address. Type: 1 unicast, 2 anycast, 3
 * broadcast.
 */
const addressTable = table({
  ifIndex: interfaceIndex('1.3.6.1.2.1.4.34.1.3'),
  type: integer('1.3.6.1.2.1.4.34.1.4'),
  prefix: oidValue('1.3.6.1.2.1.4.34.1.5'),
})
const addressIndex = rowIndex<{ address: string }>({ address: inetPiece })
/** ipAddressPrefixOrigin, which ipAddressPrefix points to; index: ifIndex, prefix, length of the prefix. */
const prefixColumn = '1.3.6.1.2.1.4.32.1.5.'
/** ifIndex, four octets, length. */
const shortestPointer = 6

/**
 * The length of the prefix that a row points to. Some agents leave the type and the length of the address out
 * of the index; the length of the prefix is the last part in all of them.
 */
function pointedLength(pointer: string | null): number | null {
  if (!pointer?.startsWith(prefixColumn)) return null
  const parts = oidParts(pointer.slice(prefixColumn.length))
  return parts.length < shortestPointer ? null : parts.at(-1)!
}

/** Length of a dotted mask; null for an invalid mask (ones after zeros). */
export function prefixLengthOf(mask: string | null): number | null {
  if (mask === null) return null
  const bits = mask
    .split('.')
    .map(octet => Number(octet).toString(2).padStart(8, '0'))
    .join('')
  return /^1*0*$/.test(bits) && bits.length === 32 ? (bits.indexOf('0') < 0 ? 32 : bits.indexOf('0')) : null
}

/** Dotted mask of a length. */
export const maskOf = (length: number): string =>
  Array.from({ length: 4 }, (_, i) => maskOctet(length, i)).join('.')

/** Octet `i` of the mask of a prefix length. */
export const maskOctet = (length: number, i: number): number =>
  256 - 2 ** (8 - Math.max(0, Math.min(8, length - i * 8)))

const bitLength = (version: 4 | 6): number => (version === 4 ? 32 : 128)

/** 0.0.0.0/8 (RFC 1122), :: and multicast groups. Some agents write interface numbers as 0.0.0.x. */
const isNotHost = (address: string): boolean =>
  address.includes(':')
    ? address === '::' || address.startsWith('ff')
    : address.startsWith('0.') || Number(address.split('.')[0]) >= 224

/**
 * Addresses of the device: ipAddressTable, and those that only ipAddrTable has. One address may stand on
 * several interfaces: an anycast gateway, VRFs with the same network.
 */
export async function readAddresses(session: Session): Promise<OwnAddress[]> {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const found = new Map<string, OwnAddress[]>()
  const add = (address: string, ifIndex: number | null, prefixLength: number | null) => {
    const version = address.includes(':') ? (6 as const) : (4 as const)
    if (isNotHost(address)) return
    const valid =
      prefixLength !== null && prefixLength > 0 && prefixLength <= bitLength(version) ? prefixLength : null
    const one = (ifIndex === null ? undefined : interfaces.get(ifIndex)) ?? null
    const rows = found.get(address) ?? []
    found.set(address, rows)
    const same = rows.find(({ interface: other }) => !one || !other || other.id === one.id)
    if (!same) rows.push({ ip: address, version, prefixLength: valid, interface: one })
    else Object.assign(same, { prefixLength: valid ?? same.prefixLength, interface: one ?? same.interface })
  }
  const { rows, lost } = await readWhole(session, addressTable)
  for (const [index, row] of rows) {
    const address = addressIndex.decode(index)?.address
    // If types did not arrive, a row without one may be a broadcast address.
    const isHost = row.type === null ? !lost.has('type') : row.type !== 3
    if (address !== undefined && isHost) add(address, row.ifIndex, pointedLength(row.prefix))
  }
  for (const [index, row] of await readTable(session, addrTable)) {
    const address = ipOf(oidParts(index).slice(0, 4))
    if (address !== null) add(address, row.ifIndex, prefixLengthOf(row.mask))
  }
  return [...found.values()].flat()
}
