import { ipOf } from './ip.ts'
import { macBytes, macOf } from './mac.ts'

/** One part of a row index (RFC 2578 §7.7): its sub-identifiers and their meaning. */
export interface Piece<T> {
  /** The sub-identifiers of a value. `macPiece` throws RangeError for a text that is no MAC address. */
  encode(value: T): number[]
  /** The value at position `at`, and the position of the next piece; null if the index does not match. */
  decode(parts: readonly number[], at: number): { value: T; next: number } | null
}

/** A fixed number of sub-identifiers. `read` returns null for values that are not octets. */
const fixed = <T>(
  length: number,
  write: (value: T) => number[],
  read: (parts: number[]) => T | null,
): Piece<T> => ({
  encode: write,
  decode: (parts, at) => {
    const value = at + length <= parts.length ? read(parts.slice(at, at + length)) : null
    return value === null ? null : { value, next: at + length }
  },
})

const octets = (parts: readonly number[]): boolean => parts.every(part => part >= 0 && part <= 255)

/** An INTEGER: one sub-identifier. */
export const number: Piece<number> = fixed(
  1,
  value => [value],
  ([value]) => value!,
)

/** A MacAddress: six sub-identifiers. */
export const macPiece: Piece<string> = fixed(6, macBytes, parts => (octets(parts) ? macOf(parts) : null))

/** An IpAddress: four sub-identifiers. */
export const ipv4Piece: Piece<string> = fixed(
  4,
  value => value.split('.').map(Number),
  parts => (octets(parts) ? ipOf(parts) : null),
)

/**
 * A variable OCTET STRING: its length, then its octets. Names of profiles and ids of LLDP have this form in
 * an index.
 */
export const bytesPiece: Piece<Buffer> = {
  encode: value => [value.length, ...value],
  decode: (parts, at) => {
    const length = parts[at]
    if (length === undefined || at + 1 + length > parts.length) return null
    const value = parts.slice(at + 1, at + 1 + length)
    return octets(value) ? { value: Buffer.from(value), next: at + 1 + length } : null
  },
}

/** The same as UTF-8 text. */
export const textPiece: Piece<string> = {
  encode: value => bytesPiece.encode(Buffer.from(value)),
  decode: (parts, at) => {
    const found = bytesPiece.decode(parts, at)
    return found && { value: found.value.toString(), next: found.next }
  },
}

/** The last piece of an index as UTF-8 text without its length (IMPLIED). */
export const impliedTextPiece: Piece<string> = {
  encode: value => [...Buffer.from(value)],
  decode: (parts, at) => {
    const rest = parts.slice(at)
    return octets(rest) ? { value: Buffer.from(rest).toString(), next: parts.length } : null
  },
}

/**
 * InetAddressType and InetAddress of RFC 4001: type, length, octets. Only IPv4 and IPv6. A zone index is
 * removed.
 */
export const inetPiece: Piece<string> = {
  encode: value => {
    const bytes = value.includes(':') ? ipv6Bytes(value) : value.split('.').map(Number)
    return [bytes.length === 4 ? 1 : 2, bytes.length, ...bytes]
  },
  decode: (parts, at) => {
    const found = (parts[at] ?? 0) >= 1 && parts[at]! <= 4 ? bytesPiece.decode(parts, at + 1) : null
    const value = found && ipOf(found.value)
    return found && value !== null ? { value, next: found.next } : null
  },
}

const groups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map(group => parseInt(group, 16))

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back].flatMap(group => [
    group >> 8,
    group & 255,
  ])
}

/** Converts a whole index to named values, and back. */
export interface RowIndex<T> {
  /** The index, dotted, without the OID of a column. It throws what its pieces throw. */
  encode(values: T): string
  /** Null for an index with other parts, or with more parts. */
  decode(index: string): T | null
}

/**
 * An index of these pieces in their order: `rowIndex({ vlan: number, mac: macPiece })` of dot1qTpFdbTable.
 */
export const rowIndex = <T extends Record<string, unknown>>(pieces: {
  [K in keyof T]: Piece<T[K]>
}): RowIndex<T> => {
  const order = Object.entries(pieces) as [string, Piece<unknown>][]
  return {
    encode: values => order.flatMap(([name, piece]) => piece.encode(values[name])).join('.'),
    decode: index => {
      const parts = index.split('.').map(Number)
      const values: Record<string, unknown> = {}
      let at = 0
      for (const [name, piece] of order) {
        const found = piece.decode(parts, at)
        if (!found) return null
        values[name] = found.value
        at = found.next
      }
      return at === parts.length ? (values as T) : null
    },
  }
}
