/** Ports below are no ifIndexes of this software, but rests of a bitmap. */
const lowest = 10

/**
 * ifIndexes of a PortList that is none: four octets each. Software differs in the order of the octets, so
 * both readings are given: an ifIndex has its kind of port in the first octet, and read backwards is that of
 * no interface.
 */
export function memberIfIndexes(list: Buffer): number[] {
  const found = new Set<number>()
  for (let at = 0; at + 4 <= list.length; at += 4)
    for (const value of [list.readUInt32BE(at), list.readUInt32LE(at)]) if (value > lowest) found.add(value)
  return [...found]
}
