import { sql } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { fieldNames, fieldOf, type Field, type Kind } from './fields.ts'
import { WrongValue, readers } from './values.ts'
import {
  allOf,
  among,
  anyOf,
  casts,
  comparisons,
  contains,
  equals,
  holds,
  isEmpty,
  near,
  not,
  separators,
  type Condition,
} from './conditions.ts'

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
