import { DeviceError, SnmpType, type Varbind } from '@linecard/driver-kit'
import { Writer } from './ber.ts'
import { encodeOid, oidText } from './oid.ts'
import { isValue, type Spans } from './pdu.ts'

/**
 * 32-bit unsigned types. Some agents leave out the leading zero and send four octets with the top bit set;
 * they are read as unsigned. With the top bit set, one to three octets can only be a negative number. It
 * stays negative, so that the table reader marks the cell as wrong.
 */
function unsigned(bytes: Buffer, start: number, length: number): number | null {
  if (length === 4) return bytes.readUInt32BE(start)
  if (length < 4) return bytes.readIntBE(start, length)
  if (length <= 6) return bytes.readUIntBE(start, length)
  return safe(unsigned64(bytes, start, length))
}

function unsigned64(bytes: Buffer, start: number, length: number): bigint | null {
  if (length > 9 || (length === 9 && bytes[start] !== 0)) return null
  if (length <= 6) return BigInt(bytes.readUIntBE(start, length))
  return BigInt(`0x${bytes.toString('hex', start, start + length)}`)
}

const safe = (value: bigint | null): number | null =>
  value === null || value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)
    ? null
    : Number(value)

function signed(bytes: Buffer, start: number, length: number): number | null {
  if (length <= 6) return bytes.readIntBE(start, length)
  const value = unsigned64(bytes, start, length)
  return value === null ? null : safe(BigInt.asIntN(length * 8, value))
}

/**
 * A value in the form of its type, as `Varbind` says. Null if the octets do not fit the type (an Integer of
 * no octets, an IpAddress of five); the type stays, so that the table reader can name the fault. Unknown
 * types stay octets.
 */
export function readValue(bytes: Buffer, type: number, start: number, end: number): Varbind['value'] {
  const length = end - start
  switch (type) {
    case SnmpType.Integer:
      return length === 0 ? null : signed(bytes, start, length)
    case SnmpType.Counter32:
    case SnmpType.Gauge32:
    case SnmpType.TimeTicks:
      return length === 0 ? null : unsigned(bytes, start, length)
    case SnmpType.Counter64:
      return length === 0 ? null : unsigned64(bytes, start, length)
    case SnmpType.Oid:
      return oidText(bytes, start, end)
    case SnmpType.IpAddress:
      return length === 4
        ? `${bytes[start]}.${bytes[start + 1]}.${bytes[start + 2]}.${bytes[start + 3]}`
        : null
    case SnmpType.Null:
      return null
    default:
      return bytes.subarray(start, end)
  }
}

/** The varbind at this place of an answer. Null: it has no value, or its OID is malformed. */
export function varbindAt(bytes: Buffer, varbinds: Spans, at: number): Varbind | null {
  const type = varbinds.type(at)
  if (!isValue(type)) return null
  const oid = oidText(bytes, varbinds.oidStart(at), varbinds.oidEnd(at))
  return oid === null
    ? null
    : { oid, type, value: readValue(bytes, type, varbinds.start(at), varbinds.end(at)) }
}

/** A value as detection compares it: octet strings as text, all others in decimal or dotted form. */
export const textOf = (value: Varbind['value']): string | null =>
  value === null
    ? null
    : Buffer.isBuffer(value)
      ? value.toString('utf8').replaceAll('\0', '').toWellFormed()
      : String(value)

const ranges: Readonly<Record<number, readonly [number, number]>> = {
  [SnmpType.Integer]: [-0x8000_0000, 0x7fff_ffff],
  [SnmpType.Counter32]: [0, 0xffff_ffff],
  [SnmpType.Gauge32]: [0, 0xffff_ffff],
  [SnmpType.TimeTicks]: [0, 0xffff_ffff],
}

/** The TLV of a value for a SET. Throws BadArgument if the value does not fit its type. */
export function writeValue({ oid, type, value }: Varbind): Buffer {
  const writer = new Writer()
  const range = ranges[type]
  if (range && typeof value === 'number' && Number.isInteger(value) && value >= range[0] && value <= range[1])
    return writer.integer(value, type).take()
  if (type === SnmpType.Counter64 && typeof value === 'bigint' && value >= 0n && value < 1n << 64n)
    return writer.integer(value, type).take()
  if ((type === SnmpType.OctetString || type === SnmpType.Opaque) && Buffer.isBuffer(value))
    return writer.octets(value, type).take()
  if (type === SnmpType.OctetString && typeof value === 'string')
    return writer.octets(Buffer.from(value), type).take()
  if (type === SnmpType.Null && value === null) return writer.octets(Buffer.alloc(0), type).take()
  if (type === SnmpType.Oid && typeof value === 'string') return writer.octets(encodeOid(value), type).take()
  if (type === SnmpType.IpAddress && typeof value === 'string') {
    const octets = value.split('.').map(Number)
    if (octets.length === 4 && octets.every(octet => Number.isInteger(octet) && octet >= 0 && octet < 256))
      return writer.octets(Buffer.from(octets), type).take()
  }
  throw new DeviceError('BadArgument', `The value for ${oid} does not fit SNMP type ${type}.`)
}
