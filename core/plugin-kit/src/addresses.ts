import { SocketAddress, isIPv4, isIPv6 } from 'node:net'

/**
 * An IP address in its canonical form: IPv6 compressed and in lower case, IPv4-mapped IPv6 (`::ffff:a.b.c.d`)
 * as IPv4. Null if the text is not an address, and for an address with a zone, which names an interface of
 * this machine.
 */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text
  if (!isIPv6(text) || text.includes('%')) return null
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  const mapped = address.slice('::ffff:'.length)
  return address.startsWith('::ffff:') && isIPv4(mapped) ? mapped : address
}
