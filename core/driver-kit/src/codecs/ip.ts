/**
 * 4 octets as dotted IPv4, 16 octets as IPv6 (RFC 5952). 8 and 20 octets are the same with a zone index,
 * which is removed. Null for other lengths.
 */
export function ipOf(bytes: ArrayLike<number>): string | null {
  const octets = Array.from(bytes)
  if (octets.length === 4 || octets.length === 8) return octets.slice(0, 4).join('.')
  if (octets.length === 16 || octets.length === 20) return ipv6(octets.slice(0, 16))
  return null
}

const hex = (groups: readonly number[]): string => groups.map(group => group.toString(16)).join(':')

function ipv6(octets: number[]): string {
  const groups = Array.from({ length: 8 }, (_, i) => (octets[i * 2]! << 8) | octets[i * 2 + 1]!)
  let best = { at: -1, length: 1 }
  for (let at = 0; at < 8; at++) {
    let length = 0
    while (groups[at + length] === 0) length++
    if (length > best.length) best = { at, length }
  }
  return best.at < 0
    ? hex(groups)
    : `${hex(groups.slice(0, best.at))}::${hex(groups.slice(best.at + best.length))}`
}
