/**
 * BER for SNMP (X.690). Written here and not shared with the client: a simulated device must not have the
 * same bugs.
 */
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { decodeOid, encodeOid, keyOid, oidKey } from './oid.ts'

/** A datagram is not an SNMP message. */
export class Malformed extends Error {}

/** A TLV: its tag at the octet `at` and its content in the octets `start..end`. */
export interface Tlv {
  tag: number
  at: number
  start: number
  end: number
}

/** Reads the TLV at `at`, which must end before `limit`. Indefinite lengths are refused. @throws Malformed */
export function readTlv(buffer: Buffer, at: number, limit: number, tag?: number): Tlv {
  if (at + 2 > limit) throw new Malformed('ends within a header')
  let length = buffer[at + 1]!
  let start = at + 2
  if (length & 0x80) {
    const octets = length & 0x7f
    if (octets === 0 || octets > 4 || start + octets > limit) throw new Malformed('bad length')
    length = buffer.readUIntBE(start, octets)
    start += octets
  }
  if (start + length > limit) throw new Malformed('longer than the datagram')
  if (tag !== undefined && buffer[at] !== tag) throw new Malformed(`tag ${buffer[at]} instead of ${tag}`)
  return { tag: buffer[at]!, at, start, end: start + length }
}

export const slice = (buffer: Buffer, { start, end }: Tlv): Buffer => buffer.subarray(start, end)

/** An integer of at most 5 octets: 32 bits, signed or unsigned. */
export function readInteger(buffer: Buffer, { tag, start, end }: Tlv): number {
  const length = end - start
  if (tag !== 2 || length < 1 || length > 5) throw new Malformed('bad integer')
  return buffer.readIntBE(start, length)
}

const lengthOctets = (length: number): number[] =>
  length < 0x80
    ? [length]
    : length < 0x100
      ? [0x81, length]
      : length < 0x10000
        ? [0x82, length >> 8, length & 0xff]
        : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]

/** One TLV of the given tag around the parts. */
export function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  let length = 0
  for (const part of parts) length += part.length
  const head = lengthOctets(length)
  const out = Buffer.allocUnsafe(1 + head.length + length)
  out[0] = tag
  out.set(head, 1)
  let at = 1 + head.length
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Two's complement in the fewest octets (X.690 §8.3). Unsigned values get a leading zero if needed. */
function integerOctets(value: number | bigint): Buffer {
  if (typeof value === 'number' && value >= -0x80 && value < 0x80) return Buffer.from([value & 0xff])
  const big = BigInt(value)
  let octets = 1
  while (BigInt.asIntN(octets * 8, big) !== big) octets++
  const bytes = Buffer.allocUnsafe(octets)
  for (let at = octets - 1, rest = big; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 0xffn)
  return bytes
}

function smallInteger(value: number): Buffer {
  const octets =
    value >= -0x80 && value < 0x80
      ? 1
      : value >= -0x8000 && value < 0x8000
        ? 2
        : value >= -0x800000 && value < 0x800000
          ? 3
          : value >= -0x80000000 && value < 0x80000000
            ? 4
            : 5
  const bytes = Buffer.allocUnsafe(octets)
  bytes.writeIntBE(value, 0, octets)
  return bytes
}

export const integer = (value: number, tag = 2): Buffer => tlv(tag, smallInteger(value))

/** The TLV of a value in a varbind. The exceptions 128 to 130 have no content. */
export function encodeValue(type: number, value: Varbind['value']): Buffer {
  if (value === null) return Buffer.from([type, 0])
  if (typeof value === 'bigint') return tlv(type, integerOctets(value))
  if (typeof value === 'number') return tlv(type, smallInteger(Math.trunc(value)))
  if (Buffer.isBuffer(value)) return tlv(type, value)
  if (type === SnmpType.Oid) return tlv(type, encodeOid(oidKey(value)))
  if (type === SnmpType.IpAddress) return tlv(type, Buffer.from(value.split('.').map(Number)))
  return tlv(type, Buffer.from(value))
}

/**
 * The value of a varbind, in the forms of `Varbind`. @throws Malformed if the content does not fit the tag
 */
export function decodeValue(buffer: Buffer, at: Tlv): Varbind['value'] {
  const { tag, start, end } = at
  switch (tag) {
    case SnmpType.Integer:
      return readInteger(buffer, at)
    case SnmpType.Counter32:
    case SnmpType.Gauge32:
    case SnmpType.TimeTicks:
      return readInteger(buffer, { ...at, tag: 2 }) % 0x100000000
    case SnmpType.Counter64:
      return BigInt(`0x${buffer.toString('hex', start, end) || '0'}`)
    case SnmpType.OctetString:
    case SnmpType.Opaque:
      return Buffer.from(buffer.subarray(start, end))
    case SnmpType.IpAddress:
      return [...buffer.subarray(start, end)].join('.')
    case SnmpType.Oid: {
      const key = decodeOid(buffer, start, end)
      if (key === undefined) throw new Malformed('bad OID')
      return keyOid(key)
    }
    default:
      return null
  }
}
