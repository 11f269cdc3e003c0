import ipaddr from 'ipaddr.js'
import { fail } from '../errors.ts'
import type { Networks } from '../networks.ts'

/** Prefix lengths of the largest networks that are swept: a million addresses of IPv4, 65,536 of IPv6. */
const shortest = { 4: 12, 6: 112 } as const

export interface Range {
  cidr: string
  family: 4 | 6
  /** Number of addresses that are asked. */
  count: number
  /**
   * The addresses, without those of the network itself and broadcast (IPv4), or the anycast address of the
   * routers (IPv6).
   */
  each(): Generator<string, void, void>
}

const text4 = (value: number) =>
  `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`

/** The addresses of a network that a sweep asks. @throws ApiError EQUIPMENT_NETWORK_REFUSED */
export function rangeOf(networks: Networks, given: string): Range {
  const { family, first, bits, except } = networks.checkNetwork(given)
  const cidr = `${first}/${bits}`
  if (bits < shortest[family]) {
    const reason = `it has too many addresses; the largest IPv${family} network is a /${shortest[family]}`
    throw fail('EQUIPMENT_NETWORK_REFUSED', { cidr, reason }, [{ path: 'cidr', message: reason }])
  }
  const hostBits = (family === 4 ? 32 : 128) - bits
  const all = 2 ** hostBits
  const skipFirst = hostBits > 1 ? 1 : 0
  const skipLast = hostBits > 1 && family === 4 ? 1 : 0
  const bytes = ipaddr.parse(first).toByteArray()
  const tail = bytes.slice(-4).reduce((value, octet) => value * 256 + octet, 0)
  const textOf =
    family === 4
      ? text4
      : (value: number) =>
          ipaddr
            .fromByteArray([
              ...bytes.slice(0, 12),
              value >>> 24,
              (value >>> 16) & 255,
              (value >>> 8) & 255,
              value & 255,
            ])
            .toString()
  return {
    cidr,
    family,
    count: all - skipFirst - skipLast - except.length,
    *each() {
      for (let host = skipFirst; host < all - skipLast; host++) {
        const address = textOf(tail + host)
        if (!except.includes(address)) yield address
      }
    },
  }
}
