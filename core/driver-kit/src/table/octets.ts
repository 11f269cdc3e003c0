import { isIP } from 'node:net'
import { SnmpType } from '../contract/snmp.ts'
import { ipOf } from '../codecs/ip.ts'
import { isBrokenMac, macOf, parseMac } from '../codecs/mac.ts'
import { parseOnuSerial } from '../codecs/onu-serial.ts'
import { fromOctets, octetsOf, unknownValue, wrongType, type Column } from './column.ts'
import { decodeText } from './text.ts'

/** The octets as they are: port lists, serial numbers. An empty string is null. */
export const octets = (oid: string): Column<Buffer> => fromOctets(oid, bytes => (bytes.length ? bytes : null))

/**
 * BITS of RFC 2578 §7.1.4 as the words of the bits that are set. Bit 0 is the highest bit of the first octet.
 * Bits without a word are ignored.
 */
export const bits = <const Words extends Readonly<Record<number, string>>>(
  oid: string,
  words: Words,
): Column<Words[keyof Words][]> => {
  const known = Object.entries(words).map(([bit, word]) => [Number(bit), word as Words[keyof Words]] as const)
  return fromOctets(oid, bytes =>
    known.filter(([bit]) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0).map(([, word]) => word),
  )
}

/** Agents send it for interfaces without an address. */
const noMac = '00:00:00:00:00:00'

/** Lengths of other addresses in a PhysAddress: none, IPv4 of a tunnel, EUI-64, IPv6, InfiniBand. */
const otherAddresses: ReadonlySet<number> = new Set([0, 4, 8, 16, 20])
const isWord = (bytes: Buffer): boolean => bytes.every(octet => octet >= 0x20 && octet < 0x7f)

/**
 * A MAC address as `AA:BB:CC:DD:EE:FF`, from 6 octets or from text in any notation (fault 25). Null for other
 * addresses in a PhysAddress, for words and for zeros; unknown for octets that are no address of any kind.
 */
export const mac = (oid: string): Column<string> => ({
  oid,
  decode: cell => {
    const bytes = octetsOf(cell)
    if (bytes === null || bytes === wrongType) return bytes
    const found = macOf(bytes) ?? (bytes.length < 11 ? null : parseMac(decodeText(bytes)))
    if (found !== null) return found === noMac ? null : found
    if (isWord(bytes)) return isBrokenMac(decodeText(bytes)) ? unknownValue : null
    return otherAddresses.has(bytes.length) ? null : unknownValue
  },
})

/** The MAC address that makes a row: zeros, other addresses and no octets at all are unknown, and told. */
export const stationMac = (oid: string): Column<string> => {
  const { decode } = mac(oid)
  return { oid, decode: cell => decode(cell) ?? (cell.value === null ? null : unknownValue) }
}

/** A GPON serial number as `ZTEGC1086C70`, from 8 octets or from text in any notation (fault 25). */
export const onuSerial = (oid: string): Column<string> => fromOctets(oid, parseOnuSerial)

/** An IP address from IpAddress, InetAddress (4 or 16 octets; a zone index is removed) or text. */
export const ip = (oid: string): Column<string> => ({
  oid,
  decode: cell => {
    if (cell.type === SnmpType.IpAddress && typeof cell.value === 'string')
      return isIP(cell.value) ? cell.value : wrongType
    const bytes = octetsOf(cell)
    if (bytes === null || bytes === wrongType) return bytes
    // Text first: `10.0.0.1` has as many octets as an IPv4 address with zone index.
    const plain = bytes.length > 4 ? decodeText(bytes) : ''
    return isIP(plain) ? plain : ipOf(bytes)
  },
})

/**
 * DateAndTime of RFC 2579 as RFC 3339 with milliseconds. In UTC (`…Z`) if the value has a time zone; without
 * a zone if it has none (8 octets: local time of the device). Null for an invalid date (all zeros, month 13),
 * and for one before 2000: the clock of the device was not set.
 */
export const dateAndTime = (oid: string): Column<string> => fromOctets(oid, parseDateAndTime)

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** See `dateAndTime`. */
export function parseDateAndTime(bytes: Buffer): string | null {
  if (bytes.length !== 8 && bytes.length !== 11) return null
  const year = bytes.readUInt16BE(0)
  const [month, day, hour, minute, second, tenth] = bytes.subarray(2, 8) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  // Second 60 is a leap second. JavaScript and PostgreSQL do not have it.
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59), tenth * 100))
  const real =
    year >= 2000 &&
    hour < 24 &&
    minute < 60 &&
    second <= 60 &&
    tenth < 10 &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day
  if (!real) return null
  if (bytes.length === 8) return local.toISOString().slice(0, -1)
  const timeOfDay = local.toISOString().slice(11, -1)
  const sign = String.fromCharCode(bytes[8]!)
  const [hours, minutes] = [bytes[9]!, bytes[10]!]
  if ((sign !== '+' && sign !== '-') || hours > 14 || minutes > 59)
    return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${timeOfDay}`
  return new Date(local.getTime() - (sign === '+' ? 1 : -1) * (hours * 60 + minutes) * 60_000).toISOString()
}
