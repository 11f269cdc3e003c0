import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { SnmpType, type Varbind } from '@linecard/driver-kit'

/** Columns that are kept: their texts identify models and ports, and contain no names of people. */
const keptColumns = [
  '1.3.6.1.2.1.1.1', // sysDescr
  '1.3.6.1.2.1.2.2.1.2', // ifDescr
  '1.3.6.1.2.1.31.1.1.1.1', // ifName
  '1.3.6.1.2.1.47.1.1.1.1.2', // entPhysicalDescr
  '1.3.6.1.2.1.47.1.1.1.1.7', // entPhysicalName
  '1.3.6.1.2.1.47.1.1.1.1.8', // entPhysicalHardwareRev
  '1.3.6.1.2.1.47.1.1.1.1.9', // entPhysicalFirmwareRev
  '1.3.6.1.2.1.47.1.1.1.1.10', // entPhysicalSoftwareRev
  '1.3.6.1.2.1.47.1.1.1.1.12', // entPhysicalMfgName
  '1.3.6.1.2.1.47.1.1.1.1.13', // entPhysicalModelName
  '1.3.6.1.2.1.16.19.2', // probeSoftwareRev
  '1.3.6.1.2.1.16.19.3', // probeHardwareRev
  '1.3.6.1.2.1.25.2.3.1.3', // hrStorageDescr
  '1.0.8802.1.1.2.1.3.7.1.3', // lldpLocPortId
  '1.0.8802.1.1.2.1.3.7.1.4', // lldpLocPortDesc
] as const

/** Bit fields and lists, which can look like text: the PortLists of Q-BRIDGE-MIB and of P-BRIDGE-MIB. */
const binaryColumns = [
  '1.3.6.1.2.1.17.7.1.4.2.1',
  '1.3.6.1.2.1.17.7.1.4.3.1.2',
  '1.3.6.1.2.1.17.7.1.4.3.1.3',
  '1.3.6.1.2.1.17.7.1.4.3.1.4',
  '1.3.6.1.2.1.17.6.1.4',
] as const

/**
 * Tables whose index contains an address, with its place: the sub-identifiers between column and address.
 * inet: an address of 4 octets where its length before it says so.
 */
const addressIndexes = [
  { under: '1.3.6.1.2.1.17.4.3.1', column: 1, at: 0, what: 'mac' }, // dot1dTpFdbTable
  { under: '1.3.6.1.2.1.17.7.1.2.2.1', column: 1, at: 1, what: 'mac' }, // dot1qTpFdbTable
  { under: '1.3.6.1.2.1.4.20.1', column: 1, at: 0, what: 'ip' }, // ipAddrTable
  { under: '1.3.6.1.2.1.4.21.1', column: 1, at: 0, what: 'ip' }, // ipRouteTable
  { under: '1.3.6.1.2.1.4.22.1', column: 1, at: 1, what: 'ip' }, // ipNetToMediaTable
  { under: '1.3.6.1.2.1.4.24.4.1', column: 1, at: 0, what: 'ip' }, // ipCidrRouteTable: destination
  { under: '1.3.6.1.2.1.4.24.4.1', column: 1, at: 9, what: 'ip' }, // ipCidrRouteTable: next hop
  { under: '1.3.6.1.2.1.4.35.1', column: 1, at: 3, what: 'inet' }, // ipNetToPhysicalTable
  { under: '1.3.6.1.2.1.15.3.1', column: 1, at: 0, what: 'ip' }, // bgpPeerTable
  { under: '1.3.6.1.4.1.2011.5.25.42.2.1.2.1', column: 1, at: 0, what: 'mac' }, // hwCfgFdbTable
  { under: '1.3.6.1.4.1.2011.5.25.42.2.1.3.1', column: 1, at: 0, what: 'mac' }, // hwDynFdbTable
] as const

/** A measured value such as "30.67 C" or "-10.47". It identifies nobody, and tests need its digits. */
const single = /^[-+]?\d+(\.\d+)?\s*([a-zA-Z%/]{0,4}(\s*\([-+\d. a-zA-Z]+\))?)$/
/** Numbers with units, and the words beside them: "-40.00 dBm low alarm", "5 Sec (6.99%), 1 Min (6.72%)". */
const units =
  'dBm|dB|[mu]?[WAV]|(?:degrees )?C(?:elsius)?|%|[kMG]?Hz|[kMG]?bps|[Rr]pm|RPM|nm|ms|[Ss]ecs?|[Mm]in'
const quantity = String.raw`[-+<>]?\d+(?:\.\d+)? ?(?:${units})`
const several = new RegExp(
  String.raw`^(?=.*\d)(?:(?:${quantity}|normal|low|high|alarm|warning)(?![a-zA-Z\d])|[\s(),;:])+$`,
)
/** A time or an uptime: "2026-03-05 10:00:00", "13 3:48:20". */
const time = /^(?:\d{4}([-/:.])\d\d\1\d\d[ T,]+|\d+ )\d\d?:\d\d(?::\d\d)?$/

/** Whether a text is nothing but what a device has measured. */
const isMeasured = (text: string): boolean => [single, several, time].some(one => one.test(text))

const within = (oid: string, base: string) => oid === base || oid.startsWith(`${base}.`)

/** What stands for letters outside ASCII, by the number of their octets in UTF-8: lengths stay. */
const otherLetters: Readonly<Record<number, string>> = { 2: 'ж', 3: 'あ', 4: '𐀀' }

/** Octets as they were written: with what is between them, and with large letters if there were any. */
const written = (octets: Buffer, like: string, between: string) => {
  const hex = octets.toString('hex').replace(/..(?=.)/g, `$&${between}`)
  return /[A-F]/.test(like) ? hex.toUpperCase() : hex
}

/** Other letters and digits in place of these. */
const noiseOf = (plain: string, noise: Buffer): string =>
  [...plain]
    .map((char, i) =>
      /[a-z]/.test(char)
        ? 'x'
        : /[A-Z]/.test(char)
          ? 'X'
          : /\d/.test(char)
            ? String(noise[i % noise.length]! % 10)
            : (otherLetters[Buffer.byteLength(char)] ?? char),
    )
    .join('')

export interface Scrubber {
  scrub(varbind: Varbind): Varbind
}

/**
 * Replaces names, serials, addresses and texts in a recording. Lengths and types stay. Equal values stay
 * equal: one MAC is replaced by the same MAC everywhere, so FDB, LLDP and ARP of several recordings with the
 * same salt still match. Numbers stay, and the texts of `keptColumns` and of the subtrees `keep`. Octets that
 * are no text in ASCII or UTF-8 stay too, except those with the length of a MAC address or of a GPON serial
 * number: a text in an older 8-bit character set is not replaced.
 */
export function createScrubber(salt: string, keep: readonly string[] = []): Scrubber {
  const digest = (text: string) => createHash('sha256').update(salt).update(text).digest()
  // No address, and that of everybody, stay.
  const mac = (octets: readonly number[]) =>
    octets.every(octet => octet === 0) || octets.every(octet => octet === 255)
      ? [...octets]
      : [...octets.slice(0, 3), ...digest(`mac ${octets.join('.')}`).subarray(0, 3)]
  // 198.18.0.0/15 is reserved for tests (RFC 2544). Masks, 0.0.0.0, loopback and broadcasts identify nobody.
  const ip = (octets: readonly number[]) => {
    const [first = 0, , third = 0, last = 0] = octets
    return first === 0 || first === 127 || first >= 224
      ? [...octets]
      : [198, 18 + (third & 1), digest(`ip ${octets.slice(0, 3).join('.')}`)[0]!, last]
  }
  const text = (plain: string): string => {
    const between = /^[\da-f]{2}([:-])(?:[\da-f]{2}\1){4,}[\da-f]{2}$/i.exec(plain)?.[1]
    const octets = Buffer.from(between ? plain.replaceAll(between, '') : '', 'hex')
    if (between && octets.length === 6) return written(Buffer.from(mac([...octets])), plain, between)
    // A text whose octets are written so.
    if (between && /^[\x20-\x7e]+$/.test(octets.toString('latin1')))
      return written(Buffer.from(text(octets.toString('latin1'))), plain, between)
    if (/^[A-Z]{4}[\dA-F]{8}$/.test(plain))
      return plain.slice(0, 4) + digest(plain).toString('hex', 0, 4).toUpperCase()
    return noiseOf(plain, digest(plain))
  }

  const scrubOid = (oid: string) =>
    addressIndexes
      .filter(place => within(oid, place.under))
      .reduce((current, { under, column, at, what }) => {
        const ids = current.split('.').map(Number)
        const from = under.split('.').length + column + at
        const size = what === 'mac' ? 6 : 4
        if (ids.length < from + size || (what === 'inet' && ids[from - 1] !== size)) return current
        ids.splice(from, size, ...(what === 'mac' ? mac : ip)(ids.slice(from, from + size)))
        return ids.join('.')
      }, oid)

  function scrubOctets(oid: string, value: Buffer): Buffer {
    if ([...keptColumns, ...binaryColumns, ...keep].some(base => within(oid, base)) || value.length === 0)
      return value
    // Agents fill texts up with blanks or NUL.
    if (
      isMeasured(
        value
          .toString('latin1')
          .replace(/[\s\0]+$/, '')
          .trimStart(),
      )
    )
      return value
    if (value.length === 6 && !/^[\x20-\x7e]+$/.test(value.toString('latin1')))
      return Buffer.from(mac([...value]))
    const plain = value.toString('latin1')
    if (!/^[\x20-\x7e\s]*$/.test(plain) && isUtf8(value) && !/\p{Cc}/u.test(value.toString().trim()))
      return Buffer.from(text(value.toString()))
    if (!/^[\x20-\x7e\s]*$/.test(plain))
      return value.length === 8 ? Buffer.concat([value.subarray(0, 4), digest(plain).subarray(0, 4)]) : value
    return Buffer.from(text(plain), 'latin1')
  }

  return {
    scrub({ oid, type, value }) {
      const scrubbed =
        type === SnmpType.IpAddress
          ? ip(String(value).split('.').map(Number)).join('.')
          : Buffer.isBuffer(value) && type === SnmpType.OctetString
            ? scrubOctets(oid, value)
            : value
      return { oid: scrubOid(oid), type, value: scrubbed }
    },
  }
}
