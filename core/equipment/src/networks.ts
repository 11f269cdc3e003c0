import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fail } from './errors.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Where equipment may live. */
export interface Networks {
  /** The address in its one canonical form. Throws EQUIPMENT_ADDRESS_REFUSED, with the reason, for one that must not be asked. */
  check(ip: string): string
}

/** Ranges that no allow-list opens: cloud metadata services and whole segments answer there, never one device. */
const never: Readonly<Record<string, string>> = {
  unspecified: 'it is no address of a device',
  broadcast: 'it is a broadcast address',
  multicast: 'it is a multicast address',
  linkLocal: 'link-local addresses are refused',
}

const inside = (address: Address, [network, bits]: [Address, number]) =>
  address.kind() === network.kind() && address.match(network, bits)

/** A network such as 10.0.0.0/8; an address alone is a network of one. */
const cidr = (text: string): [Address, number] => {
  if (isIP(text) !== 0) return [ipaddr.parse(text), isIP(text) === 4 ? 32 : 128]
  try {
    return ipaddr.parseCIDR(text)
  } catch (cause) {
    throw new Error(`networks: "${text}" is neither a network such as 10.0.0.0/8 nor an address`, { cause })
  }
}

/**
 * The allow-list. Loopback is never opened by `allowed`, only by `allowLoopback`.
 * IPv4 written as IPv6 (`::ffff:a.b.c.d`) counts as the IPv4 address that it reaches.
 */
export function createNetworks(allowed: readonly string[], { allowLoopback = false } = {}): Networks {
  const networks = allowed.map(cidr)
  return {
    check(ip) {
      const refuse = (reason: string) => fail('EQUIPMENT_ADDRESS_REFUSED', { ip, reason }, [{ path: 'ip', message: reason }])
      // isIP is stricter than ipaddr.js, which also reads 0177.1 and 2130706433.
      if (isIP(ip) === 0) throw refuse('it is not an IP address')
      const address = ipaddr.process(ip)
      const range = address.range()
      if (never[range]) throw refuse(never[range])
      if (range === 'loopback') {
        if (!allowLoopback) throw refuse('loopback is refused unless `allow_loopback` is set')
      } else if (!networks.some(network => inside(address, network))) {
        throw refuse('it is in none of the configured `networks` of equipment')
      }
      return address.toString()
    },
  }
}
