import { numeric, unknownValue, wrongType, type Column } from './column.ts'

/** A whole number: Integer32, Unsigned32, Gauge32, or another numeric type that an agent sends instead. */
export const integer = (oid: string, { none = [] }: { none?: readonly number[] } = {}): Column<number> => ({
  oid,
  decode: cell => {
    const value = numeric(cell)
    if (value === null || value === wrongType) return value
    const number = Number(value)
    return !Number.isSafeInteger(number) ? wrongType : none.includes(number) ? null : number
  },
})

/**
 * InterfaceIndex as a value (RFC 2863). Agents that pack the place of a port into all 32 bits send those
 * above 2^31 as negative numbers (SmartAX: ifIndex 0xFA000000).
 */
export const interfaceIndex = (oid: string, options?: { none?: readonly number[] }): Column<number> => {
  const { decode } = integer(oid, options)
  return {
    oid,
    decode(cell) {
      const value = decode(cell)
      return typeof value === 'number' && value < 0 ? value + 2 ** 32 : value
    },
  }
}

/** Up to this value, a JavaScript number is exact. */
const maxExact = BigInt(2 ** 53)

/** Counter32 or Counter64: a number up to 2^53, above it a decimal string. JSON loses no digit (fault 13). */
export const counter = (oid: string): Column<number | string> => ({
  oid,
  decode: cell => {
    const value = numeric(cell)
    if (value === null || value === wrongType) return value
    if (value < 0 || (typeof value === 'number' && !Number.isInteger(value))) return wrongType
    return typeof value === 'number' || value <= maxExact ? Number(value) : value.toString()
  },
})

/**
 * An enumerated INTEGER in the words of the API. A code without a word is null and is reported, so that the
 * missing word is noticed and a client never gets a raw number. With `unknown`, it has that word instead.
 */
export const enumeration = <
  const Words extends Readonly<Record<number, string>>,
  const Unknown extends string = never,
>(
  oid: string,
  words: Words,
  { unknown }: { unknown?: Unknown } = {},
): Column<Words[keyof Words] | NoInfer<Unknown>> => {
  const known = new Map<number, Words[keyof Words]>(
    Object.entries(words).map(([code, word]) => [Number(code), word as Words[keyof Words]]),
  )
  return {
    oid,
    decode: cell => {
      const code = numeric(cell)
      if (code === null || code === wrongType) return code
      return known.get(Number(code)) ?? unknown ?? unknownValue
    },
  }
}

/** TruthValue of RFC 2579: 1 is true, 2 is false. */
export const truth = (oid: string): Column<boolean> => ({
  oid,
  decode: cell => {
    const value = numeric(cell)
    return value === null || value === wrongType
      ? value
      : value === 1
        ? true
        : value === 2
          ? false
          : unknownValue
  },
})

/** TimeTicks as whole seconds. */
export const timeticks = (oid: string): Column<number> => ({
  oid,
  decode: cell => {
    const value = numeric(cell)
    return value === null || value === wrongType
      ? value
      : value < 0
        ? wrongType
        : Math.floor(Number(value) / 100)
  },
})

/** How the raw number of an agent becomes a measured value in its unit. */
export interface Scale {
  /** Value = raw × `by` + `offset`. */
  by: number
  offset?: number
  /** Raw codes that mean "no value". */
  none?: readonly number[]
  /** A value outside of these limits is null: sensors send such values if they measure nothing. */
  min?: number
  max?: number
  /** The raw number is a two's complement of this many bits, sent as an unsigned number. */
  bits?: 8 | 16 | 32
  /** Decimals of the value; by default as many as `by` and `offset` have, at most 4. */
  decimals?: number
}

const fraction = (value: number): number =>
  /^\d+$/.test(String(value))
    ? 0
    : /e-(\d+)$/.exec(String(value))
      ? 4
      : (String(value).split('.')[1]?.length ?? 0)

/** A function that converts raw numbers to a measured value in its unit. */
export function scaling({
  by,
  offset = 0,
  none = [],
  min = -Infinity,
  max = Infinity,
  bits,
  decimals,
}: Scale): (raw: number) => number | null {
  const shift = 10 ** (decimals ?? Math.min(4, Math.max(fraction(Math.abs(by)), fraction(Math.abs(offset)))))
  return raw => {
    if (none.includes(raw)) return null
    const signed = bits && raw >= 2 ** (bits - 1) ? raw - 2 ** bits : raw
    const value = Math.round((signed * by + offset) * shift) / shift
    return value < min || value > max ? null : value === 0 ? 0 : value
  }
}

/** A measured value: optical power, temperature, voltage. */
export const scaled = (oid: string, scale: Scale): Column<number> => {
  const apply = scaling(scale)
  return {
    oid,
    decode: cell => {
      const raw = numeric(cell)
      return raw === null || raw === wrongType ? raw : apply(Number(raw))
    },
  }
}
