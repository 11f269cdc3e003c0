/**
 * OIDs in three forms: dotted text, a key, and BER. A key has two UTF-16 units for each arc, so that the
 * order of strings is the order of the MIB. One comparison of strings compares two OIDs, which makes walks
 * over large recordings fast.
 */

/** Key of a dotted OID; a leading dot is allowed. */
export function oidKey(oid: string): string {
  let key = ''
  let arc = 0
  for (let at = oid.startsWith('.') ? 1 : 0; at <= oid.length; at++) {
    const code = at < oid.length ? oid.charCodeAt(at) : 46
    if (code === 46) {
      key += String.fromCharCode(arc >>> 16, arc & 0xffff)
      arc = 0
    } else if (code >= 48 && code <= 57) arc = arc * 10 + code - 48
    else throw new TypeError(`"${oid}" is not an OID. Write numbers with dots between them.`)
  }
  return key
}

/** Dotted OID of a key. */
export function keyOid(key: string): string {
  const arcs: number[] = []
  for (let at = 0; at < key.length; at += 2) arcs.push(key.charCodeAt(at) * 0x10000 + key.charCodeAt(at + 1))
  return arcs.join('.')
}

/** Whether `key` is `prefix` or below it. */
export const isUnder = (key: string, prefix: string): boolean => key.startsWith(prefix)

/** Content octets of an OBJECT IDENTIFIER (X.690 §8.19). */
export function encodeOid(key: string): Buffer {
  const bytes: number[] = []
  const push = (arc: number) => {
    if (arc >= 0x10000000) bytes.push(0x80 | (arc / 0x10000000))
    if (arc >= 0x200000) bytes.push(0x80 | ((arc >>> 21) & 0x7f))
    if (arc >= 0x4000) bytes.push(0x80 | ((arc >>> 14) & 0x7f))
    if (arc >= 0x80) bytes.push(0x80 | ((arc >>> 7) & 0x7f))
    bytes.push(arc & 0x7f)
  }
  const arc = (at: number) => (at < key.length ? key.charCodeAt(at) * 0x10000 + key.charCodeAt(at + 1) : 0)
  push(arc(0) * 40 + arc(2))
  for (let at = 4; at < key.length; at += 2) push(arc(at))
  return Buffer.from(bytes)
}

/** Key of the content octets `start..end`. Undefined if they end within an arc or an arc exceeds 32 bits. */
export function decodeOid(buffer: Buffer, start: number, end: number): string | undefined {
  if (start === end) return undefined
  let key = ''
  let arc = 0
  let first = true
  for (let at = start; at < end; at++) {
    const byte = buffer[at]!
    arc = arc * 128 + (byte & 0x7f)
    if (arc > 0xffffffff) return undefined
    if (byte & 0x80) {
      if (at === end - 1) return undefined
      continue
    }
    if (first) {
      const root = arc < 40 ? 0 : arc < 80 ? 1 : 2
      key = String.fromCharCode(0, root)
      arc -= root * 40
      first = false
    }
    key += String.fromCharCode(arc >>> 16, arc & 0xffff)
    arc = 0
  }
  return key
}
