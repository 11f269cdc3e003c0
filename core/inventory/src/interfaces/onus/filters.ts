import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { containing } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { fieldNames, fieldOf, type Field, type Kind } from './fields.ts'
import { WrongValue, readers } from './values.ts'

type Condition = RawBuilder<boolean>
export interface Filter {
  field: string
  operator: string
  value?: unknown
}

const equality = ['=', '!=', 'in', 'empty', 'not empty']
const ordering = ['>', '>=', '<', '<=']
const contents = ['~', '!~']

/** Operators by kind of field. */
const operators: Readonly<Record<Kind, readonly string[]>> = {
  integer: [...equality, ...ordering],
  number: [...equality, ...ordering],
  time: [...equality, ...ordering],
  text: [...equality, ...contents],
  ident: [...equality, ...contents],
  word: equality,
}
const comparisons: Readonly<Record<string, RawBuilder<unknown>>> = {
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
const casts: Readonly<Record<Kind, RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  number: sql`double precision`,
  time: sql`timestamptz`,
  text: sql`text`,
  ident: sql`text`,
  word: sql`text`,
}

const anyOf = (parts: readonly Condition[]): Condition => sql`(${sql.join([...parts], sql` or `)})`
export const allOf = (parts: readonly RawBuilder<unknown>[]): Condition =>
  sql`(${sql.join([...parts], sql` and `)})`

/** The column contains the text, in any case. */
const holds = (column: RawBuilder<unknown>, value: string): Condition =>
  sql`${column} like lower(${containing(value)})`
/**
 * The texts of an ONU contain the text, as far as their index tells. Folded texts are letters and digits, so
 * there is no wildcard in them.
 */
const near = (value: string): Condition => sql`o.search_key like '%' || inventory_fold(${value}) || '%'`
/** Narrows a condition on one text of an ONU by the index on all its texts. */
const indexed = (field: Field, value: string, exact: Condition): Condition =>
  field.device ? exact : allOf([near(value), exact])

const spellings = sql`
  lower(concat_ws(chr(10), o.ident, o.serial_ascii, o.serial_hex, o.mac, replace(o.mac, ':', '')))`
const separators = /[\s:.-]/g

/** A serial number or MAC address in any spelling (fault 25). */
function identIs(value: string): Condition {
  const [serial, mac] = [parseOnuSerial(value), parseMac(value)]
  return anyOf([
    sql`left(o.ident, 64) = left(${value}, 64) and o.ident = ${value}`,
    ...(serial === null ? [] : [sql<boolean>`o.serial_hex = ${onuSerialHex(serial)}`]),
    ...(mac === null ? [] : [sql<boolean>`o.mac = ${mac}`]),
  ])
}
/** A part of one, with or without separators. */
function identHolds(value: string): Condition {
  const parts = new Set([value, value.replace(separators, '')])
  return anyOf(
    [...parts].filter(part => part !== '').map(part => allOf([near(part), holds(spellings, part)])),
  )
}

function equals(field: Field, value: unknown): Condition {
  if (field.kind === 'ident') return identIs(value as string)
  if (field.kind === 'text')
    return indexed(field, value as string, sql`lower(${field.sql}) = lower(${value})`)
  return sql`${field.sql} = ${value}::${casts[field.kind]}`
}
/** The opposite. It is true for an unknown value. */
const not = (condition: Condition): Condition => sql`(${condition}) is not true`
const isEmpty = ({ sql: column, kind }: Field): Condition =>
  kind === 'text' || kind === 'ident' ? sql`(${column} is null or ${column} = '')` : sql`${column} is null`

function contains(field: Field, value: string): Condition {
  if (value === '') return sql`true`
  return field.kind === 'ident'
    ? identHolds(value)
    : indexed(field, value, holds(sql`lower(${field.sql})`, value))
}

function among(field: Field, value: unknown): Condition {
  if (!Array.isArray(value) || value.length === 0 || value.length > 100)
    throw new WrongValue('must be a list of 1 to 100 values')
  const read = value.map(one => readers[field.kind](one, field))
  return field.kind === 'text' || field.kind === 'ident'
    ? anyOf(read.map(one => equals(field, one)))
    : sql`${field.sql} = any (${read}::${casts[field.kind]}[])`
}

function condition(field: Field, operator: string, value: unknown): Condition {
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
      return sql`${field.sql} ${comparisons[operator]!} ${read}::${casts[field.kind]}`
  }
}

/**
 * Filters of a client as conditions. Throws VALIDATION_ERROR that names `filters.<n>.field`, `.operator` or
 * `.value`. Texts are compared without case. `!=` and `!~` also find rows whose value is unknown, comparisons
 * do not.
 */
export const conditionsOf = (filters: readonly Filter[]): Condition[] =>
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
      if (error instanceof WrongValue) throw refuse('value', error.message)
      throw error
    }
  })

/** Free text: anywhere in the texts of an ONU, a serial number or MAC address in any spelling. */
export function textCondition(query: string): Condition {
  const bare = query.replace(separators, '')
  const parts = new Set([query, ...(/^[\da-z]{4,}$/i.test(bare) ? [bare] : [])])
  return anyOf([...parts].map(part => allOf([near(part), holds(sql`o.search`, part)])))
}
