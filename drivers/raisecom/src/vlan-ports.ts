/** Numbers up to this one are not ifIndexes of this software, but parts of a bitmap. */
const maxBitmapPart = 10

/**
 * ifIndexes of a PortList that is not a bitmap: each ifIndex has four octets. The order of the octets depends
 * on the software, so each member has both readings. This is safe: the first octet of an ifIndex is the
 * kind of port, and no interface has the number that the wrong order gives. Octets that are left at the end
 * are a member without a number.
 */
export function memberIfIndexes(list: Buffer): number[][] {
  const found: number[][] = []
  for (let at = 0; at + 4 <= list.length; at += 4) {
    const readings = [list.readUInt32BE(at), list.readUInt32LE(at)].filter(value => value > maxBitmapPart)
    if (readings.length > 0) found.push(readings)
  }
  return list.length % 4 === 0 ? found : [...found, []]
}
