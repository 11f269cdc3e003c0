/**
 * One field of a packed number: its number of bits. `offset` is added to the raw bits (1 for a field that
 * counts from 0); `fixed` is the only value that the field may have.
 */
export type PackedField = number | { bits: number; offset?: number } | { bits: number; fixed: number }

type PackedFields = Readonly<Record<string, PackedField>>
/** Names of the fields with a value. Fixed fields have none. */
type Named<F extends PackedFields> = { [K in keyof F as F[K] extends { fixed: number } ? never : K]: number }

/** Converts a packed number to its fields by name, and back. */
export interface Bitfield<T> {
  /** The packed number, unsigned 32 bit. @throws RangeError with the name of a field that is out of range */
  encode(values: T): number
  /**
   * Null for a number with other fixed fields, and for a number with more than 32 bits. A negative number is
   * read as the unsigned number with the same bits.
   */
  decode(packed: number): T | null
}

/**
 * A vendor's 32-bit index as fields, most significant first: `bitfield({ type: { bits: 4, fixed: 1 }, shelf:
 * { bits: 4, offset: 1 }, slot: 8, port: 8, onu: 8 })`.
 */
export const bitfield = <const F extends PackedFields>(fields: F): Bitfield<Named<F>> => {
  let low = 32
  const layout = Object.entries(fields).map(([name, field]) => {
    const bits = typeof field === 'number' ? field : field.bits
    low -= bits
    return {
      name,
      low,
      size: 2 ** bits,
      offset: typeof field === 'object' && 'offset' in field ? (field.offset ?? 0) : 0,
      fixed: typeof field === 'object' && 'fixed' in field ? field.fixed : undefined,
    }
  })
  if (low !== 0)
    throw new RangeError(`the fields ${Object.keys(fields).join(', ')} have ${32 - low} bits, not 32`)
  return {
    encode: values =>
      layout.reduce((packed, { name, low: shift, size, offset, fixed }) => {
        const value = fixed ?? (values as Record<string, number>)[name]!
        const raw = value - offset
        if (!Number.isInteger(raw) || raw < 0 || raw >= size)
          throw new RangeError(`${name} is ${value}, not ${offset}..${offset + size - 1}`)
        return packed + raw * 2 ** shift
      }, 0),
    decode: packed => {
      const unsigned = packed < 0 ? packed + 2 ** 32 : packed
      if (!Number.isInteger(unsigned) || unsigned < 0 || unsigned >= 2 ** 32) return null
      const values: Record<string, number> = {}
      for (const { name, low: shift, size, offset, fixed } of layout) {
        const raw = Math.floor(unsigned / 2 ** shift) % size
        if (fixed === undefined) values[name] = raw + offset
        else if (raw !== fixed) return null
      }
      return values as Named<F>
    },
  }
}
