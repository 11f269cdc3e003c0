import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { metadataAddresses } from '@linecard/plugin-kit/outbound'
import type { Target } from '@linecard/plugin-kit'
import { fail } from './errors.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface NetworkRange {
  family: 4 | 6
  first: string
  bits: number
  /** Addresses inside that are not asked all the same. */
  except: readonly string[]
}

/** The networks in which equipment may be. */
export interface Networks {
  /**
   * The address in its canonical form. Throws EQUIPMENT_ADDRESS_REFUSED with the reason if it must not be
   * asked.
   */
  check(ip: string): string
  /**
   * The address of a target. A copy has a lent address and no other, and only copies have lent ones. Throws
   * EQUIPMENT_ADDRESS_REFUSED.
   */
  checkTarget(target: Pick<Target, 'ip' | 'copyOf' | 'deviceId'>): string
  /** Lends a loopback address to a copy of a device. Gives what ends it. Throws TypeError. */
  lend(ip: string): () => void
  /**
   * A whole network in its canonical form, with host bits cleared. Throws EQUIPMENT_NETWORK_REFUSED if one of
   * its addresses must not be asked.
   */
  checkNetwork(cidr: string): NetworkRange
}

/** Ranges that no setting allows: metadata services of clouds answer there, or whole segments. */
const forbiddenRanges: Readonly<Record<string, string>> = {
  unspecified: 'it is not the address of a device',
  broadcast: 'it is a broadcast address',
  multicast: 'it is a multicast address',
  linkLocal: 'link-local addresses are refused',
}

const rangesOf = (...networks: string[]): [Address, number][] =>
  networks.map(network => ipaddr.parseCIDR(network))
/** The same as networks: a network that is swept must not contain any part of them. */
const forbiddenNetworks = rangesOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'fe80::/10',
  'ff00::/8',
)
const loopbackNetworks = rangesOf('127.0.0.0/8', '::1/128')

const inside = (address: Address, [network, bits]: [Address, number]) =>
  address.kind() === network.kind() && address.match(network, bits)
const within = ([address, bits]: [Address, number], outer: [Address, number]) =>
  bits >= outer[1] && inside(address, outer)
const overlap = (a: [Address, number], b: [Address, number]) => within(a, b) || within(b, a)

const fullBits = (address: Address) => (address.kind() === 'ipv4' ? 32 : 128)
const metadataReason = 'a cloud keeps credentials there; `networks` must name this very address to allow it'

/** Clears host bits and converts IPv4-mapped IPv6 to IPv4. Null if the text is no network. */
function networkOf(text: string): [Address, number] | null {
  const slash = text.lastIndexOf('/')
  const ip = slash < 0 ? text : text.slice(0, slash)
  if (isIP(ip) === 0 || ip.includes('%') || (slash >= 0 && !/^\d{1,3}$/.test(text.slice(slash + 1))))
    return null
  const full = isIP(ip) === 4 ? 32 : 128
  const given = slash < 0 ? full : Number(text.slice(slash + 1))
  if (given > full) return null
  const address = ipaddr.process(ip)
  const bits = address.kind() === 'ipv4' && full === 128 ? given - 96 : given
  if (bits < 0) return null
  const bytes = address
    .toByteArray()
    .map((octet, at) => octet & (0xff00 >> Math.max(0, Math.min(8, bits - 8 * at))))
  return [ipaddr.fromByteArray(bytes), bits]
}

/** A network such as 10.0.0.0/8; a single address is a network of one. */
const cidr = (text: string): [Address, number] => {
  if (isIP(text) !== 0) return [ipaddr.parse(text), isIP(text) === 4 ? 32 : 128]
  try {
    return ipaddr.parseCIDR(text)
  } catch (cause) {
    throw new Error(`networks: "${text}" is neither a network such as 10.0.0.0/8 nor an address`, { cause })
  }
}

/**
 * The allow-list. Only `allowLoopback` allows loopback, never `allowed`. IPv4-mapped IPv6 (`::ffff:a.b.c.d`)
 * counts as the IPv4 address that it reaches.
 */
export function createNetworks(allowed: readonly string[], { allowLoopback = false } = {}): Networks {
  const networks = allowed.map(cidr)
  /** A wide network does not mean the metadata service of a cloud: that must be named itself. */
  const excluded = [...metadataAddresses]
    .map(text => ipaddr.parse(text))
    .filter(
      address =>
        !networks.some(([named, bits]) => bits === fullBits(named) && inside(address, [named, bits])),
    )
  const isExcluded = (address: Address) => excluded.some(one => inside(address, [one, fullBits(one)]))
  const lent = new Set<string>()
  const refused = (ip: string, reason: string) =>
    fail('EQUIPMENT_ADDRESS_REFUSED', { ip, reason }, [{ path: 'ip', message: reason }])
  return {
    lend(ip) {
      if (isIP(ip) === 0 || ipaddr.process(ip).range() !== 'loopback')
        throw new TypeError(`${ip} is no loopback address`)
      if (lent.has(ip)) throw new TypeError(`${ip} is lent already`)
      lent.add(ip)
      return () => void lent.delete(ip)
    },
    checkTarget({ ip, copyOf, deviceId }) {
      if (copyOf !== undefined) {
        if (deviceId === null && lent.has(ip)) return ip
        throw refused(ip, 'it is not lent to a copy of a device')
      }
      const address = this.check(ip)
      if (lent.has(address)) throw refused(ip, 'it is lent to a copy of a device')
      return address
    },
    check(ip) {
      const refuse = (reason: string) => refused(ip, reason)
      // isIP is stricter than ipaddr.js, which also reads 0177.1 and 2130706433.
      if (isIP(ip) === 0) throw refuse('it is not an IP address')
      const address = ipaddr.process(ip)
      const range = address.range()
      if (forbiddenRanges[range]) throw refuse(forbiddenRanges[range])
      if (isExcluded(address)) throw refuse(metadataReason)
      if (range === 'loopback') {
        if (!allowLoopback) throw refuse('loopback is refused without the setting `allow_loopback`')
      } else if (!networks.some(network => inside(address, network))) {
        throw refuse('it is in none of the configured `networks` of equipment')
      }
      return address.toString()
    },
    checkNetwork(given) {
      const refuse = (reason: string) =>
        fail('EQUIPMENT_NETWORK_REFUSED', { cidr: given.slice(0, 60), reason }, [
          { path: 'cidr', message: reason },
        ])
      const network = networkOf(given)
      if (!network) throw refuse('it is not a network such as 10.1.0.0/16')
      if (forbiddenNetworks.some(one => overlap(network, one)))
        throw refuse('it contains link-local, multicast, broadcast or unspecified addresses')
      if (network[1] === fullBits(network[0]) && isExcluded(network[0])) throw refuse(metadataReason)
      if (loopbackNetworks.some(one => overlap(network, one))) {
        if (!loopbackNetworks.some(one => within(network, one)))
          throw refuse('it contains loopback addresses')
        if (!allowLoopback) throw refuse('loopback is refused without the setting `allow_loopback`')
      } else if (!networks.some(one => within(network, one))) {
        throw refuse('not all of it is in one of the configured `networks` of equipment')
      }
      return {
        family: network[0].kind() === 'ipv4' ? 4 : 6,
        first: network[0].toString(),
        bits: network[1],
        except: excluded.filter(one => inside(one, network)).map(String),
      }
    },
  }
}
