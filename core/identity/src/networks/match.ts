import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fail } from '../errors.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** An IPv4-mapped address (RFC 4291 §2.5.5.2) means the IPv4 host. Null if the text is not an address. */
function addressOf(text: string): Address | null {
  const plain = text.replace(/%.*$/, '')
  // ipaddr.js also reads octal, short and IPv4-compatible forms. No honest client writes them.
  if (!isIP(plain) || (plain.includes(':') && plain.includes('.') && !/^::ffff:/i.test(plain))) return null
  return ipaddr.process(plain)
}

/**
 * Reads `address/prefix` or a single address; null for anything else. A mapped network means the IPv4 one.
 */
function rangeOf(text: string): Range | null {
  const [host = '', prefix, ...more] = text.trim().split('/')
  const address = addressOf(host)
  if (!address || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null
  const mapped = host.includes(':') && address.kind() === 'ipv4' ? 96 : 0
  const longest = address.kind() === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? longest : Number(prefix) - mapped
  return bits >= 0 && bits <= longest ? [address, bits] : null
}

/** The texts that are neither an address nor a network. */
export const invalidNetworks = (networks: readonly string[]): string[] =>
  networks.filter(network => !rangeOf(network))

/** @throws ApiError IDENTITY_NETWORK_INVALID with one detail at `path` for each invalid network */
export function assertNetworks(networks: readonly string[], path: string): void {
  const invalid = invalidNetworks(networks)
  if (invalid.length > 0)
    throw fail(
      'IDENTITY_NETWORK_INVALID',
      { network: invalid[0] },
      invalid.map(network => ({ path, message: `"${network}" is not an address or a network` })),
    )
}

/** Whether a network is larger than any single operator has. Such a network must not be trusted. */
export function isTooWide(network: string): boolean {
  const [address, bits] = rangeOf(network) ?? []
  return !address || bits! < (address.kind() === 'ipv4' ? 8 : 7)
}

/**
 * Makes a function that tells whether an address lies in one of the networks. An invalid address lies in no
 * network, and an invalid network contains no address.
 */
export function networkMatcher(networks: readonly string[]): (ip: string) => boolean {
  const ranges = networks.map(rangeOf).filter(range => range !== null)
  return ip => {
    const address = addressOf(ip)
    return (
      address !== null &&
      ranges.some(
        ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
      )
    )
  }
}

/**
 * The address under which failed sign-ins are counted: an IPv4 host, or the /64 network from which an IPv6
 * host can choose its addresses.
 */
export function countedAddressOf(ip: string): string {
  const address = addressOf(ip)
  if (!address || address.kind() === 'ipv4') return String(address ?? ip.slice(0, 64))
  return `${new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
