import { isIPv4 } from 'node:net'
import { isOid } from '../oid.ts'
import { SnmpType, type Varbind } from '../contract/snmp.ts'
import { recordingOf, type Recording } from './recording.ts'

const single: Readonly<Record<string, number>> = {
  n: 10,
  r: 13,
  t: 9,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  0: 0,
  '\\': 92,
  "'": 39,
  '"': 34,
}
const escape = /\\(?:x([\da-f]{2})|([0-3]?[0-7]{1,2})|u([\da-f]{4})|([nrtabfv\\'"]))|\\/giy

/**
 * Octets of a text with Python's backslash escapes (tag suffix `e`). Everything else is UTF-8.
 * @throws Error for a backslash without an escape
 */
function unescape(source: string): Buffer {
  const chunks: Buffer[] = []
  let from = 0
  for (let at = source.indexOf('\\'); at >= 0; at = source.indexOf('\\', from)) {
    if (at > from) chunks.push(Buffer.from(source.slice(from, at)))
    escape.lastIndex = at
    const match = escape.exec(source)!
    const [whole, hex, octal, unicode, letter] = match
    if (whole.length === 1) throw new Error(`the backslash at column ${at + 1} does not begin a known escape`)
    chunks.push(
      unicode !== undefined
        ? Buffer.from(String.fromCharCode(parseInt(unicode, 16)))
        : Buffer.from([
            hex !== undefined
              ? parseInt(hex, 16)
              : octal !== undefined
                ? parseInt(octal, 8) & 255
                : single[letter!]!,
          ]),
    )
    from = at + whole.length
  }
  if (from < source.length) chunks.push(Buffer.from(source.slice(from)))
  return Buffer.concat(chunks)
}

const numberRange: Readonly<Record<number, readonly [bigint, bigint]>> = {
  [SnmpType.Integer]: [-(2n ** 31n), 2n ** 31n - 1n],
  [SnmpType.Counter32]: [0n, 2n ** 32n - 1n],
  [SnmpType.Gauge32]: [0n, 2n ** 32n - 1n],
  [SnmpType.TimeTicks]: [0n, 2n ** 32n - 1n],
  [SnmpType.Counter64]: [0n, 2n ** 64n - 1n],
}

/**
 * Text after the sixteenth octet that a recorder took from the next lines of a hex dump: `\n00 FF 00 …`. Some
 * recorders cut the blank at its end. No device sends that.
 */
const dumpLines = /^(?:\n(?:[\dA-F]{2} ){1,16})*\n(?:[\dA-F]{2} ){0,15}[\dA-F]{2} ?\n?$/

/**
 * Repairs a value for which a recorder kept sixteen octets, and then the text of the dump lines in place of
 * the other octets.
 */
function withoutDumpLines(octets: Buffer): Buffer {
  const rest = octets[16] === 0x0a ? octets.toString('latin1', 16) : ''
  return dumpLines.test(rest)
    ? Buffer.concat([octets.subarray(0, 16), Buffer.from(rest.replace(/\s/g, ''), 'hex')])
    : octets
}

function octetsOf(source: string, suffix: string): Buffer {
  if (suffix === 'e') return unescape(source)
  if (suffix === '') return Buffer.from(source)
  const hex = source.replace(/^0x/i, '').replace(/ /g, '')
  if (!/^([\da-f]{2})*$/i.test(hex)) throw new Error('the value is not pairs of hex digits')
  return withoutDumpLines(Buffer.from(hex, 'hex'))
}

function numberOf(type: number, source: string): number | bigint {
  if (!/^-?\d{1,20}$/.test(source)) throw new Error(`"${source}" is not a whole number`)
  const [min, max] = numberRange[type]!
  const value = BigInt(source)
  if (value < min || value > max) throw new Error(`${source} is outside of ${min}..${max}`)
  return type === SnmpType.Counter64 ? value : Number(value)
}

function valueOf(type: number, suffix: string, source: string): Varbind['value'] {
  if (type === SnmpType.OctetString || type === SnmpType.Opaque) return octetsOf(source, suffix)
  if (type === SnmpType.IpAddress) {
    // Some recorders write leading zeros: 192.168.42.042.
    const address = suffix ? [...octetsOf(source, suffix)].join('.') : source.replace(/\b0+(?=\d)/g, '')
    if (!isIPv4(address)) throw new Error(`"${source}" is not an IPv4 address`)
    return address
  }
  if (suffix) throw new Error(`tag ${type} has no suffix`)
  if (type === SnmpType.Null) return null
  if (type !== SnmpType.Oid) return numberOf(type, source)
  const value = plainOid(source)
  if (value !== '' && !isOid(value)) throw new Error(`"${source}" is not an OID`)
  return value || '0.0'
}

const known = new Set<number>(Object.values(SnmpType))

/** Some recorders write a dot before an OID, and arcs with leading zeros: `.1.3.6.1.4.1.9.01.2`. */
const plainOid = (source: string): string => {
  const oid = source[0] === '.' ? source.slice(1) : source
  return oid.includes('.0') ? oid.replace(/\.0+(?=\d)/g, '.') : oid
}

function parseLine(line: string): Varbind {
  const first = line.indexOf('|')
  const second = line.indexOf('|', first + 1)
  if (second < 0) throw new Error('a line is OID|tag|value')
  const oid = plainOid(line.slice(0, first))
  const [, tag, suffix] = /^(\d+)([xe]?)$/.exec(line.slice(first + 1, second)) ?? []
  const type = Number(tag)
  if (!isOid(oid)) throw new Error(`"${oid}" is not an OID`)
  if (!known.has(type)) throw new Error(`"${line.slice(first + 1, second)}" is not a tag`)
  return { oid, type, value: valueOf(type, suffix ?? '', line.slice(second + 1)) }
}

/**
 * Reads a `.snmprec`: one `OID|tag|value` per line, in any order. A tag is a BER tag in decimal (2 4 5 6 64
 * 65 66 67 68 70). With the suffix `x` the value is hexadecimal, with `e` it has Python's backslash escapes.
 * Long values that a recorder kept as lines of a hex dump are repaired. Empty lines and lines that begin with
 * `#` are ignored.
 * @throws Error with file and line number for an invalid line
 */
export function parseSnmprec(source: string, file = 'recording'): Recording {
  const varbinds: Varbind[] = []
  let number = 0
  const failed = (reason: string) => new Error(`${file}:${number}: ${reason}`)
  for (const raw of source.split('\n')) {
    number++
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line === '' || line[0] === '#') continue
    try {
      varbinds.push(parseLine(line))
    } catch (error) {
      throw failed((error as Error).message)
    }
  }
  return recordingOf(varbinds, file)
}

/** One varbind as a line. Octets that are not printable ASCII, or with blanks at an end, are hexadecimal. */
export function formatVarbind({ oid, type, value }: Varbind): string {
  if (!Buffer.isBuffer(value)) return `${oid}|${type}|${value ?? ''}`
  const plain = value.toString('latin1')
  return type === SnmpType.OctetString && /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(plain)
    ? `${oid}|4|${plain}`
    : `${oid}|${type}x|${value.toString('hex')}`
}

/** The `.snmprec` of a recording. `parseSnmprec` of it gives the same recording. */
export const formatSnmprec = (recording: Recording): string =>
  [...recording].map(varbind => `${formatVarbind(varbind)}\n`).join('')
