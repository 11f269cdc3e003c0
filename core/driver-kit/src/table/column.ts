import { SnmpType, type Varbind } from '../contract/snmp.ts'

/** Result of `decode` for a cell with a wrong SNMP type (fault 11). The cell is null and is reported. */
export const wrongType: unique symbol = Symbol.for('linecard.wrongType')
/** Result of `decode` for a number without a word in its enumeration. The cell is null and is reported. */
export const unknownValue: unique symbol = Symbol.for('linecard.unknownValue')
/** What a cell means: a value, null for "no value", or the reason why it has none. */
export type Decoded<T> = T | null | typeof wrongType | typeof unknownValue

/** One column of a table, or one scalar: its OID and the meaning of its cells. Null is "no value". */
export interface Column<T> {
  /** Of a column without the index; of a scalar with its `.0`. No leading dot. */
  oid: string
  /** The meaning of one cell. Pure. It does not throw for a cell that it cannot read: see `Decoded`. */
  decode(cell: Varbind): Decoded<T>
  /** Its values are kinds of rows: rows of another kind may lack other columns. */
  isKind?: true
}

/** The type of the values of a column, without null. */
export type ValueOf<C> = C extends Column<infer T> ? T : never

/**
 * A float of Net-SNMP in an Opaque: context tag 0x9f, then 0x78 (float) or 0x79 (double), the length, and
 * IEEE 754 in big-endian order.
 */
function opaqueNumber(bytes: Buffer): number | typeof wrongType {
  if (bytes.length === 7 && bytes[0] === 0x9f && bytes[1] === 0x78 && bytes[2] === 4)
    return bytes.readFloatBE(3)
  if (bytes.length === 11 && bytes[0] === 0x9f && bytes[1] === 0x79 && bytes[2] === 8)
    return bytes.readDoubleBE(3)
  return wrongType
}

/**
 * The number in a cell with any numeric type: agents send Gauge32 for Integer, Counter32 for Counter64, and
 * floats in an Opaque. A negative value of an unsigned type has a wrong type.
 */
export function numeric(cell: Varbind): number | bigint | null | typeof wrongType {
  const { type, value } = cell
  if (value === null) return null
  if (type === SnmpType.Opaque && Buffer.isBuffer(value)) {
    const number = opaqueNumber(value)
    return typeof number === 'number' && !Number.isFinite(number) ? null : number
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrongType
  return type !== SnmpType.Integer && value < 0 ? wrongType : value
}

/** The octets of a cell. */
export const octetsOf = (cell: Varbind): Buffer | null | typeof wrongType =>
  cell.value === null
    ? null
    : Buffer.isBuffer(cell.value) && cell.type === SnmpType.OctetString
      ? cell.value
      : wrongType

/** A column whose octets `read` turns into a value. */
export const fromOctets = <T>(oid: string, read: (octets: Buffer) => T | null): Column<T> => ({
  oid,
  decode: cell => {
    const octets = octetsOf(cell)
    return octets === null || octets === wrongType ? octets : read(octets)
  },
})

/** The same column with its value converted by a pure function. Null stays null. */
export const map = <T, U>(column: Column<T>, convert: (value: T) => U | null): Column<U> => ({
  oid: column.oid,
  decode: cell => {
    const value = column.decode(cell)
    if (value === null || value === wrongType || value === unknownValue) return value as null
    return convert(value as T)
  },
})
