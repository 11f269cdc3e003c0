import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { containing } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { Field, Kind } from './fields.ts'
import { WrongValue, readers } from './values.ts'

export type Condition = RawBuilder<boolean>
export const comparisons: Readonly<Record<string, RawBuilder<unknown>>> = {
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
}
export const casts: Readonly<Record<Kind, RawBuilder<unknown>>> = {
  integer: sql`bigint`,
  number: sql`double precision`,
  time: sql`timestamptz`,
  text: sql`text`,
  ident: sql`text`,
  word: sql`text`,
}

export const anyOf = (parts: readonly Condition[]): Condition => sql`(${sql.join([...parts], sql` or `)})`
export const allOf = (parts: readonly RawBuilder<unknown>[]): Condition =>
  sql`(${sql.join([...parts], sql` and `)})`

/** The column contains the text, in any case. */
export const holds = (column: RawBuilder<unknown>, value: string): Condition =>
  sql`${column} like lower(${containing(value)})`
/**
 * The texts of an ONU contain the text, as far as their index tells. Folded texts are letters and digits, so
 * there is no wildcard in them.
 */
export const near = (value: string): Condition =>
  sql`o.search_key like '%' || inventory_fold(${value}) || '%'`
/** Narrows a condition on one text of an ONU by the index on all its texts. */
const indexed = (field: Field, value: string, exact: Condition): Condition =>
  field.device ? exact : allOf([near(value), exact])

const spellings = sql`
  lower(concat_ws(chr(10), o.ident, o.serial_ascii, o.serial_hex, o.mac, replace(o.mac, ':', '')))`
export const separators = /[\s:.-]/g

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

export function equals(field: Field, value: unknown): Condition {
  if (field.kind === 'ident') return identIs(value as string)
  if (field.kind === 'text')
    return indexed(field, value as string, sql`lower(${field.sql}) = lower(${value})`)
  return sql`${field.sql} = ${value}::${casts[field.kind]}`
}
/** The opposite. It is true for an unknown value. */
export const not = (condition: Condition): Condition => sql`(${condition}) is not true`
export const isEmpty = ({ sql: column, kind }: Field): Condition =>
  kind === 'text' || kind === 'ident' ? sql`(${column} is null or ${column} = '')` : sql`${column} is null`

export function contains(field: Field, value: string): Condition {
  if (value === '') return sql`true`
  return field.kind === 'ident'
    ? identHolds(value)
    : indexed(field, value, holds(sql`lower(${field.sql})`, value))
}

export function among(field: Field, value: unknown): Condition {
  if (!Array.isArray(value) || value.length === 0 || value.length > 100)
    throw new WrongValue('must be a list of 1 to 100 values')
  const read = value.map(one => readers[field.kind](one, field))
  return field.kind === 'text' || field.kind === 'ident'
    ? anyOf(read.map(one => equals(field, one)))
    : sql`${field.sql} = any (${read}::${casts[field.kind]}[])`
}
