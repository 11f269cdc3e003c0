import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** IPv4-mapped addresses (RFC 4291 §2.5.5.2) mean the IPv4 host; null for what is no address. */
function addressOf(text: string): Address | null {
  const plain = text.replace(/%.*$/, '')
  // The parser also reads octal, short and IPv4-compatible forms, which nothing honest writes.
  if (!isIP(plain) || (plain.includes(':') && plain.includes('.') && !/^::ffff:/i.test(plain))) return null
  return ipaddr.process(plain)
}

/** `address/prefix`, or an address alone; null for anything else. A mapped network means its IPv4 one. */
function rangeOf(text: string): Range | null {
  const [host = '', prefix, ...more] = text.trim().split('/')
  const address = addressOf(host)
  if (!address || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null
  const mapped = host.includes(':') && address.kind() === 'ipv4' ? 96 : 0
  const bits = prefix === undefined ? (address.kind() === 'ipv4' ? 32 : 128) : Number(prefix) - mapped
  return bits >= 0 && bits <= (address.kind() === 'ipv4' ? 32 : 128) ? [address, bits] : null
}

/** Which of these texts are no networks. */
export const notNetworks = (networks: readonly string[]): string[] =>
  networks.filter(network => !rangeOf(network))

/** Whether a network holds more than any single operator has: the trusted ones must not take in the world. */
export function isTooWide(network: string): boolean {
  const [address, bits] = rangeOf(network) ?? []
  return !address || bits! < (address.kind() === 'ipv4' ? 8 : 7)
}

/**
 * Whether an address lies in one of the networks. Texts that are no addresses lie in none, and what is no
 * network holds nothing.
 */
export function matcherOf(networks: readonly string[]): (ip: string) => boolean {
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

/** One attacker's address: an IPv4 host, or the /64 that an IPv6 host may choose its addresses from. */
export function attackerOf(ip: string): string {
  const address = addressOf(ip)
  if (!address || address.kind() === 'ipv4') return String(address ?? ip.slice(0, 64))
  return `${new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
