/**
 * OIDs as their BER content octets (X.690 §8.19). Prefixes and order are compared in octets, because the text
 * of every OID of a walk would cost more time than all other parts of reading an answer.
 */
import { DeviceError } from '@linecard/driver-kit'

const bad = (oid: string) =>
  new DeviceError(
    'BadArgument',
    `"${oid}" is not an OID. Write numbers with dots between them, such as 1.3.6.1.2.1.1.1.0.`,
  )

function pushArc(bytes: number[], arc: number): void {
  for (let unit = 128 ** 4; unit > 1; unit /= 128)
    if (arc >= unit) bytes.push(0x80 | (Math.floor(arc / unit) & 0x7f))
  bytes.push(arc & 0x7f)
}

/** Content octets of a dotted OID. Throws BadArgument. */
export function encodeOid(oid: string): Buffer {
  const arcs = oid.split('.')
  const bytes: number[] = []
  if (arcs.length < 2 || arcs.length > 128) throw bad(oid)
  let first = 0
  for (const [position, text] of arcs.entries()) {
    const arc = Number(text)
    if (!/^\d{1,10}$/.test(text) || arc > 0xffff_ffff) throw bad(oid)
    if (position === 0) {
      if (arc > 2) throw bad(oid)
      first = arc
    } else if (position === 1) {
      if (first < 2 && arc > 39) throw bad(oid)
      pushArc(bytes, first * 40 + arc)
    } else pushArc(bytes, arc)
  }
  return Buffer.from(bytes)
}

/** Arcs `start..end` as dotted text; '' if there are none, null if they are malformed. */
export function arcsText(bytes: Uint8Array, start: number, end: number): string | null {
  if (end === start + 1 && bytes[start]! < 0x80) return String(bytes[start])
  let text = ''
  let arc = 0
  let open = false
  for (let at = start; at < end; at++) {
    const octet = bytes[at]!
    if (octet === 0x80 && !open) return null
    arc = arc * 128 + (octet & 0x7f)
    open = octet >= 0x80
    if (open) continue
    if (arc > Number.MAX_SAFE_INTEGER) return null
    text += text === '' ? arc : `.${arc}`
    arc = 0
  }
  return open ? null : text
}

/** Whether these octets are arcs. */
export function areArcs(bytes: Uint8Array, start: number, end: number): boolean {
  let arc = 0
  let open = false
  for (let at = start; at < end; at++) {
    const octet = bytes[at]!
    if (octet < 0x80 && !open) continue
    if (octet === 0x80 && !open) return false
    arc = arc * 128 + (octet & 0x7f)
    open = octet >= 0x80
    if (open) continue
    if (arc > Number.MAX_SAFE_INTEGER) return false
    arc = 0
  }
  return !open
}

/** A whole OID as dotted text; null if it is malformed. */
export function oidText(bytes: Uint8Array, start: number, end: number): string | null {
  const arcs = arcsText(bytes, start, end)
  if (!arcs) return null
  const dot = arcs.indexOf('.')
  const head = Number(dot < 0 ? arcs : arcs.slice(0, dot))
  const root = head < 40 ? 0 : head < 80 ? 1 : 2
  return `${root}.${head - root * 40}${dot < 0 ? '' : arcs.slice(dot)}`
}

/** True if the OID `start..end` is `prefix` or below it. */
export function startsWith(bytes: Uint8Array, start: number, end: number, prefix: Uint8Array): boolean {
  const { length } = prefix
  if (end - start < length) return false
  // From the end, because columns of one table differ in their last arcs.
  for (let at = length - 1; at >= 0; at--) if (bytes[start + at] !== prefix[at]) return false
  return true
}

/**
 * Compares the OID `start..end` with the one `within` the other octets, by sub-identifiers (RFC 3416 §4.2.2):
 * negative, 0 or positive. The order of octets is another one: 16383 is FF 7F, 16384 is 81 80 00. So at the
 * first difference the longer sub-identifier is greater.
 */
export function compare(
  bytes: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
  within = { start: 0, end: other.length },
): number {
  const from = within.start
  const otherLength = within.end - from
  const length = Math.min(end - start, otherLength)
  let at = 0
  while (at < length && bytes[start + at] === other[from + at]) at++
  if (at === length) return end - start - otherLength
  let rest = at
  let otherRest = at
  while (bytes[start + rest]! >= 0x80 && start + rest < end) rest++
  while (other[from + otherRest]! >= 0x80 && otherRest < otherLength) otherRest++
  return rest - otherRest || bytes[start + at]! - other[from + at]!
}
