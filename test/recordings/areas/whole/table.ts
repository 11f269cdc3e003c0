import { decodeText, type Varbind } from '@linecard/driver-kit'
import type { Recording } from '@linecard/driver-kit/recording'
import { macOf, parseMac } from '@linecard/driver-kit/codecs'

type Value = Varbind['value']

/** Cells of a column of a recording by their indexes. */
export const column = ({ recording }: { recording: Recording }, oid: string): Map<string, Value> =>
  new Map([...recording.below(oid)].map(varbind => [varbind.oid.slice(oid.length + 1), varbind.value]))

/** Indexes of several columns. */
export const indexesOf = (...columns: readonly Map<string, unknown>[]): string[] => [
  ...new Set(columns.flatMap(one => [...one.keys()])),
]

export const numberOf = (value: Value | undefined): number | null =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null
/** Text without blanks at its ends and control characters; null if it is empty or not octets. */
export const textOf = (value: Value | undefined): string | null =>
  Buffer.isBuffer(value) ? plain(decodeText(value)) || null : null
/** A MAC address from six octets, or from text. Null for zeros, which are none. */
export function macAt(value: Value | undefined): string | null {
  const mac = Buffer.isBuffer(value) ? (macOf(value) ?? parseMac(value.toString('latin1'))) : null
  return mac === '00:00:00:00:00:00' ? null : mac
}

export const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'
/** Columns that tell what an interface is. A row without any of them cannot be shown as an interface. */
export const identity = [`${ifEntry}.2`, `${ifEntry}.3`, `${ifXEntry}.1`, `${ifEntry}.6`] as const

const known = new WeakMap<Recording, ReadonlySet<number>>()
/** ifIndexes with a row that tells what the interface is. */
export function ifIndexes(of: { recording: Recording }): ReadonlySet<number> {
  const found =
    known.get(of.recording) ?? new Set(identity.flatMap(oid => [...column(of, oid).keys()].map(Number)))
  known.set(of.recording, found)
  return found
}

const bases = new WeakMap<Recording, ReadonlyMap<number, number>>()
/** ifIndex by bridge port (dot1dBasePortIfIndex). */
export function basePorts(of: { recording: Recording }): ReadonlyMap<number, number> {
  const found =
    bases.get(of.recording) ??
    new Map(
      [...column(of, '1.3.6.1.2.1.17.1.4.1.2')].map(([port, value]) => [Number(port), numberOf(value) ?? 0]),
    )
  bases.set(of.recording, found)
  return found
}
