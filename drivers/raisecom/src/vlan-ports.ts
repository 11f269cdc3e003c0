/** Numbers up to this one are not ifIndexes of this software, but parts of a bitmap. */
const maxBitmapPart = 10

/**
 * ifIndexes of a PortList that is not a bitmap: each ifIndex has four octets. The order of the octets depends
 * on the software, so the result contains both readings. This is safe: the first octet of an ifIndex is the
 * kind of port, and no interface has the number that the wrong order gives.
 */
export function memberIfIndexes(list: Buffer): number[] {
  const found = new Set<number>()
  for (let at = 0; at + 4 <= list.length; at += 4)
    for (const value of [list.readUInt32BE(at), list.readUInt32LE(at)])
      if (value > maxBitmapPart) found.add(value)
  return [...found]
}
