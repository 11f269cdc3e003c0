import { isUtf8 } from 'node:buffer'
import { SnmpType, type Varbind } from '../contract/snmp.ts'
import { decodeForeign, isSetForeign } from '../texts/device-texts.ts'
import { fromOctets, wrongType, type Column } from './column.ts'

/** Maximum number of characters of a text. The rest is cut. */
export const maxTextLength = 16_384

/**
 * Length of valid UTF-8 if a device cut the text inside of its last character, and other characters prove
 * that it is UTF-8; else -1.
 */
function cutUtf8(octets: Buffer): number {
  for (let end = octets.length - 1; end > 0 && end >= octets.length - 3; end--) {
    const head = octets.subarray(0, end)
    if (octets[end]! >= 0xc2 && isUtf8(head)) return head.some(octet => octet >= 0x80) ? end : -1
  }
  return -1
}

/**
 * Octets as text (fault 24): UTF-8, else the charset of the device. Control characters
 * except tab and line feed are removed, and blanks and NULs at both ends, with which devices fill. HTML is
 * not changed: text is escaped where it is shown.
 */
export function decodeText(octets: Buffer, maxLength = maxTextLength): string {
  const bounded = octets.length > maxLength * 4 ? octets.subarray(0, maxLength * 4) : octets
  const cut = isSetForeign() ? -1 : isUtf8(bounded) ? bounded.length : cutUtf8(bounded)
  const text = cut < 0 ? decodeForeign(bounded) : bounded.toString('utf8', 0, cut)
  const clean = text.replace(/(?![\t\n])\p{Cc}/gu, '').trim()
  return clean.length > maxLength ? clean.slice(0, maxLength).toWellFormed() : clean
}

/** Any value as text, for sysDescr and the probes of detection. Null for the type Null. */
export const varbindText = ({ value }: Varbind): string | null =>
  value === null ? null : Buffer.isBuffer(value) ? decodeText(value) : String(value)

/** DisplayString or SnmpAdminString as text. Null for an empty text. */
export const text = (
  oid: string,
  { maxLength = maxTextLength }: { maxLength?: number } = {},
): Column<string> => fromOctets(oid, octets => decodeText(octets, maxLength) || null)

/** An OBJECT IDENTIFIER, dotted, without leading dot. Null for `0.0` (zeroDotZero). */
export const oidValue = (oid: string): Column<string> => ({
  oid,
  decode: ({ type, value }) => {
    if (value === null) return null
    if (type !== SnmpType.Oid || typeof value !== 'string') return wrongType
    const plain = value.replace(/^\./, '')
    return plain === '0.0' || plain === '' ? null : plain
  },
})

/** Which number of a text is the value, and when it is null. By default the first one, whatever its unit. */
export interface DecimalOptions {
  /** Use the number before this unit if the text has units: `dBm` of `0.03 mW (-14.61 dBm)`. */
  unit?: string
  /** Numbers that mean "no value". */
  none?: readonly number[]
  min?: number
  max?: number
}

const numbersWithUnits = /([-+]?(?:\d+\.?\d*|\.\d+))\s*([a-z°%µ]+)?/gi

/** The decimal number in a text of a device; null for text without one (`N/A`, `--`), or with other units. */
export function parseDecimal(
  source: string,
  { unit, none = [], min = -Infinity, max = Infinity }: DecimalOptions = {},
): number | null {
  const found = [...source.matchAll(numbersWithUnits)]
  const bare = found.length === 1 && found[0]![2] === undefined ? found[0] : undefined
  const hit =
    unit === undefined
      ? found[0]
      : (found.find(match => match[2]?.toLowerCase() === unit.toLowerCase()) ?? bare)
  if (!hit) return null
  const value = Number(hit[1])
  return none.includes(value) || value < min || value > max ? null : value
}

/** A number that the agent sends as text: `-10.47`, `30.67 C`. */
export const decimalText = (oid: string, options: DecimalOptions = {}): Column<number> =>
  fromOctets(oid, octets => parseDecimal(decodeText(octets), options))
