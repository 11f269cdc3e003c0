import { parseMac, parseOnuSerial, onuSerialHex } from '@linecard/driver-kit/codecs'
import { containing } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { fieldNames, fieldOf, type Field, type Kind } from './fields.ts'

/** A condition with its parameters. */
export interface Sql {
  text: string
  values: readonly unknown[]
}
export interface Filter {
  field: string
  operator: string
  value?: unknown
}

const equality = ['=', '!=', 'in', 'empty', 'not empty']
const ordering = ['>', '>=', '<', '<=']
const contents = ['~', '!~']

/** Operators by kind of field. */
export const operators: Readonly<Record<Kind, readonly string[]>> = {
  integer: [...equality, ...ordering],
  number: [...equality, ...ordering],
  time: [...equality, ...ordering],
  text: [...equality, ...contents],
  ident: [...equality, ...contents],
  word: equality,
}

/** What is wrong with a value, as the end of a sentence. */
class Wrong extends Error {}

const rfc3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i
const readers: Readonly<Record<Kind, (value: unknown, field: Field) => unknown>> = {
  integer(value, field) {
    const read = readers.number(value, field) as number
    if (!Number.isInteger(read)) throw new Wrong('must be a whole number')
    return Math.min(Math.max(read, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  },
  number(value) {
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof read !== 'number' || !Number.isFinite(read)) throw new Wrong('must be a number')
    return read
  },
  time(value) {
    const time = typeof value === 'string' && rfc3339.test(value) ? new Date(value) : null
    if (!time || Number.isNaN(time.getTime()))
      throw new Wrong('must be a time as RFC 3339 writes it, e.g. 2026-03-02T09:30:00Z, or a date')
    return time.toISOString()
  },
  text(value) {
    if (typeof value !== 'string' && typeof value !== 'number') throw new Wrong('must be a text')
    const read = String(value)
    if (read.length > 200) throw new Wrong('must not be longer than 200 characters')
    if (read.includes('\0') || !read.isWellFormed())
      throw new Wrong('contains a NUL character or half of a surrogate pair')
    return read
  },
  ident: (value, field) => readers.text(value, field),
  word(value, { words = [] }) {
    const read = words.find(word => word.toLowerCase() === String(value).toLowerCase())
    if (read === undefined) throw new Wrong(`must be one of ${words.join(', ')}`)
    return read
  },
}

const casts: Readonly<Record<Kind, string>> = {
  integer: 'bigint',
  number: 'double precision',
  time: 'timestamptz',
  text: 'text',
  ident: 'text',
  word: 'text',
}
const sql = (text: string, ...values: unknown[]): Sql => ({ text, values })
export const both = (parts: readonly Sql[], word: 'and' | 'or'): Sql => ({
  text: `(${parts.map(({ text }) => text).join(` ${word} `)})`,
  values: parts.flatMap(({ values }) => values),
})

/** The text anywhere, upper and lower case alike. */
const holds = (column: string, value: string): Sql => sql(`${column} like lower(?)`, containing(value))
/**
 * The text anywhere in the texts of an ONU, as far as their index tells. It holds folded letters without any
 * wildcard.
 */
const near = (value: string): Sql => sql(`o.search_key like '%' || inventory_fold(?) || '%'`, value)
/** Narrows a condition on one text of an ONU by the index on all its texts. */
const indexed = (field: Field, value: string, exact: Sql): Sql =>
  field.device ? exact : both([near(value), exact], 'and')

const spellings =
  "lower(concat_ws(chr(10), o.ident, o.serial_ascii, o.serial_hex, o.mac, replace(o.mac, ':', '')))"
const separators = /[\s:.-]/g

/** A serial number or MAC address in any spelling (fault 25). */
function identIs(value: string): Sql {
  const [serial, mac] = [parseOnuSerial(value), parseMac(value)]
  return both(
    [
      sql('left(o.ident, 64) = left(?, 64) and o.ident = ?', value, value),
      ...(serial === null ? [] : [sql('o.serial_hex = ?', onuSerialHex(serial))]),
      ...(mac === null ? [] : [sql('o.mac = ?', mac)]),
    ],
    'or',
  )
}
/** A piece of one, with or without separators. */
function identHolds(value: string): Sql {
  const bare = value.replace(separators, '')
  return both(
    [...new Set([value, bare])]
      .filter(part => part !== '')
      .map(part => both([near(part), holds(spellings, part)], 'and')),
    'or',
  )
}

function equals(field: Field, value: unknown): Sql {
  if (field.kind === 'ident') return identIs(value as string)
  if (field.kind === 'text')
    return indexed(field, value as string, sql(`lower(${field.sql}) = lower(?)`, value))
  return sql(`${field.sql} = ?::${casts[field.kind]}`, value)
}
/** The opposite; an unknown value is none of these. */
const not = ({ text, values }: Sql): Sql => ({ text: `(${text}) is not true`, values })
const isEmpty = ({ sql: column, kind }: Field): Sql =>
  sql(kind === 'text' || kind === 'ident' ? `(${column} is null or ${column} = '')` : `${column} is null`)

function contains(field: Field, value: string): Sql {
  if (value === '') return sql('true')
  return field.kind === 'ident'
    ? identHolds(value)
    : indexed(field, value, holds(`lower(${field.sql})`, value))
}

function among(field: Field, value: unknown): Sql {
  if (!Array.isArray(value) || value.length === 0 || value.length > 100)
    throw new Wrong('must be a list of 1 to 100 values')
  const read = value.map(one => readers[field.kind](one, field))
  if (field.kind !== 'text' && field.kind !== 'ident')
    return sql(
      `${field.sql} = any (array[${read.map(() => '?').join(', ')}]::${casts[field.kind]}[])`,
      ...read,
    )
  return both(
    read.map(one => equals(field, one)),
    'or',
  )
}

function condition(field: Field, operator: string, value: unknown): Sql {
  if (operator === 'empty') return isEmpty(field)
  if (operator === 'not empty') return not(isEmpty(field))
  if (operator === 'in') return among(field, value)
  const read = readers[field.kind](value, field)
  switch (operator) {
    case '=':
      return equals(field, read)
    case '!=':
      return not(equals(field, read))
    case '~':
      return contains(field, read as string)
    case '!~':
      return not(contains(field, read as string))
    default:
      return sql(`${field.sql} ${operator} ?::${casts[field.kind]}`, read)
  }
}

/**
 * Filters of a client as conditions. Throws VALIDATION_ERROR naming `filters.<n>.field`, `.operator` or
 * `.value`. Texts are compared without case; `!=` and `!~` also give rows whose value is unknown, comparisons
 * never do.
 */
export const conditionsOf = (filters: readonly Filter[]): Sql[] =>
  filters.map(({ field: name, operator, value }, n) => {
    const refuse = (part: string, message: string) =>
      fail('INVENTORY_FILTER_INVALID', { what: `filters.${n}.${part} ${message}` }, [
        { path: `filters.${n}.${part}`, message },
      ])
    const field = fieldOf(name)
    if (!field) throw refuse('field', `must be one of ${fieldNames.join(', ')}`)
    if (!operators[field.kind].includes(operator))
      throw refuse('operator', `must be one of ${operators[field.kind].join(', ')} for ${name}`)
    try {
      return condition(field, operator, value)
    } catch (error) {
      if (error instanceof Wrong) throw refuse('value', error.message)
      throw error
    }
  })

/** Free text: anywhere in the texts of an ONU, a serial number or MAC address in any spelling. */
export function textCondition(query: string): Sql {
  const bare = query.replace(separators, '')
  return both(
    [...new Set([query, ...(/^[\da-z]{4,}$/i.test(bare) ? [bare] : [])])].map(part =>
      both([near(part), holds('o.search', part)], 'and'),
    ),
    'or',
  )
}
