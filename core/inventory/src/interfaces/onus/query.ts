import { orderOf, type Caller } from '@linecard/plugin-kit'
import { sql, type Expression, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { inGroups } from '../../visibility.ts'
import type { OnuQuery } from './bodies.ts'
import { fieldNames, fieldOf, fields, type Field, type Kind } from './fields.ts'
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
import { isDuplicate } from './duplicates.ts'
import { WrongValue, readers } from './values.ts'

interface Filter {
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
const conditionsOf = (filters: readonly Filter[]): Condition[] =>
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
function textCondition(query: string): Condition {
  const bare = query.replace(separators, '')
  const parts = new Set([query, ...(/^[\da-z]{4,}$/i.test(bare) ? [bare] : [])])
  return anyOf([...parts].map(part => allOf([near(part), holds(sql`o.search`, part)])))
}

/** One key of the order. */
interface OrderKey {
  sql: RawBuilder<unknown>
  down: boolean
  nullable: boolean
}

/** A question as the parts of its SQL. */
export interface Question {
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  order: readonly OrderKey[]
}

const sortable = Object.fromEntries(fieldNames.map(name => [name, name]))

/**
 * The order that `sort` asks for. `id` closes it in the direction of the key before, so that an index can
 * be read backwards as well.
 */
function keysOf(sort: string | undefined): { keys: OrderKey[]; device: boolean } {
  const named = orderOf(sort, sortable)
    .slice(0, -1)
    .map(part => Object.entries(part)[0] as [string, 'asc' | 'desc'])
  const last = named.findIndex(([name]) => name === 'id')
  const used = last < 0 ? [...named, ['id', named.at(-1)?.[1] ?? 'asc'] as const] : named.slice(0, last + 1)
  const chosen = used.map(([name, direction]) => ({ ...fieldOf(name)!, down: direction === 'desc' }))
  return {
    keys: chosen.map(({ sql: column, order = column, down, nullable = false }) => ({
      sql: order,
      down,
      nullable,
    })),
    device: chosen.some(({ device }) => device),
  }
}

const statusesOf = (status: string): string[] =>
  status.split('|').map(part => {
    const known = fields.status.words.find(word => word.toLowerCase() === part.trim().toLowerCase())
    if (!known)
      throw fail('INVENTORY_FILTER_INVALID', { what: 'status is unknown' }, [
        { path: 'status', message: `must be of ${fields.status.words.join(', ')}, several joined by |` },
      ])
    return known
  })

const ofDevices = (where: Expression<SqlBool> | RawBuilder<unknown>) =>
  sql`o.device_id in (select id from inventory_device where ${where})`

/**
 * What a client asks, within the groups that the caller sees. Throws VALIDATION_ERROR that names what
 * cannot be asked.
 */
export function questionOf(caller: Pick<Caller, 'groupIds'>, query: OnuQuery): Question {
  const { keys, device } = keysOf(query.sort)
  const devices = [...new Set(query.devices?.map(one => (typeof one === 'number' ? one : one.id)))]
  const visible = inGroups(caller, 'group_id')
  const conditions = [
    ...(visible ? [ofDevices(visible)] : []),
    ...(query.device_id === undefined ? [] : [sql`o.device_id = ${query.device_id}`]),
    ...(devices.length === 0 ? [] : [sql`o.device_id = any (${devices}::integer[])`]),
    ...(query.group_id === undefined ? [] : [ofDevices(sql`group_id = ${query.group_id}`)]),
    ...(query.model_id === undefined ? [] : [ofDevices(sql`model_id = ${query.model_id}`)]),
    ...(query.status === undefined ? [] : [sql`o.status = any (${statusesOf(query.status)}::text[])`]),
    ...(query.query === undefined || query.query === '' ? [] : [textCondition(query.query)]),
    ...(query.only_bad_signal ? [sql`o.bad_since is not null`] : []),
    ...(query.only_duplicates ? [sql`(${isDuplicate})`] : []),
    ...conditionsOf(query.filters ?? []),
  ]
  const joined = device || (query.filters ?? []).some(({ field }) => fieldOf(field)?.device)
  return {
    from: joined ? sql`inventory_onu o join inventory_device d on d.id = o.device_id` : sql`inventory_onu o`,
    where: conditions.length ? allOf(conditions) : sql`true`,
    order: keys,
  }
}

/** `all`: unknown values of the first key come last too, which no index gives. */
export const orderBy = (keys: readonly OrderKey[], all = false) =>
  sql.join(
    keys.map(({ sql: key, down, nullable }, n) =>
      down ? sql`${key} desc ${nullable && (all || n > 0) ? sql`nulls last` : sql``}` : key,
    ),
  )

/** Only the rows whose first key is known, or only the others. */
export const narrowed = (question: Question, known: boolean): Question => ({
  ...question,
  where: known
    ? sql`${question.where} and ${question.order[0]!.sql} is not null`
    : sql`${question.where} and ${question.order[0]!.sql} is null`,
  // An unknown key orders nothing.
  order: known ? question.order : question.order.slice(1),
})

/** How many rows there are in all. */
export const countOf = ({ from, where }: Question): RawBuilder<{ total: number }> =>
  sql`select count(*)::integer as total from ${from} where ${where}`

/** Ids of a page of the rows. */
export const idsOf = (
  { from, where, order }: Question,
  limit: number,
  offset: number,
): RawBuilder<{ id: number }> => sql`
  select o.interface_id as id from ${from} where ${where}
  order by ${orderBy(order)} limit ${limit} offset ${offset}`

/**
 * Whether known and unknown values of the first key must be asked for separately. PostgreSQL puts unknown
 * values first in a descending order, and no index gives them last in both directions.
 */
export const isSplit = ({ order: [first] }: Question): boolean => first!.down && first!.nullable

/** The question in the opposite order, for pages near the end: they are then near the beginning. */
export const reversed = (question: Question): Question => ({
  ...question,
  order: question.order.map(key => ({ ...key, down: !key.down })),
})
