import { Type as T, type Static } from 'typebox'
import { Id, Reference, closedObject, listQuery, orderOf, text, type Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { fieldNames, fieldOf, fields } from './fields.ts'
import { both, conditionsOf, textCondition, type Sql } from './filters.ts'

const value = T.Union([
  T.String({ maxLength: 200 }),
  T.Number(),
  T.Null(),
  T.Array(T.Union([T.String({ maxLength: 200 }), T.Number()]), { maxItems: 100 }),
])

/** What a list of ONUs is asked with. All conditions hold together. */
export const OnuQuery = closedObject(
  {
    device_id: T.Optional(Id),
    devices: T.Optional(
      T.Array(T.Union([Id, Reference]), {
        maxItems: 10_000,
        description: 'Devices by their ids; empty: all',
      }),
    ),
    status: T.Optional(text(100, { description: 'State, or several: Offline|PowerOff' })),
    query: T.Optional(
      text(200, {
        description:
          'Part of a name, description, comment, contract, maker, model, serial number or MAC address in any spelling',
      }),
    ),
    only_bad_signal: T.Optional(T.Boolean({ description: 'Only ONUs whose light is outside of the limits' })),
    filters: T.Optional(
      T.Array(
        closedObject({
          field: T.String({ maxLength: 60, description: fieldNames.join(' ') }),
          operator: T.String({
            maxLength: 20,
            description:
              '= != in empty "not empty"; of numbers and times > >= < <=; of texts ~ (contains) and !~',
          }),
          value: T.Optional(value),
        }),
        { maxItems: 20 },
      ),
    ),
    ...listQuery,
  },
  {
    examples: [
      {
        device_id: 17,
        status: 'Offline|PowerOff',
        filters: [
          { field: 'description', operator: '~', value: 'north' },
          { field: 'rx', operator: '<', value: -25 },
        ],
        sort: '-status_changed',
        limit: 50,
        offset: 0,
      },
    ],
  },
)
export type OnuQuery = Static<typeof OnuQuery>

/** One key of the order; `split`: unknown values, which stand last, must be asked for apart. */
export interface OrderKey {
  sql: string
  down: boolean
  nullable: boolean
}

/** A question as the pieces of its SQL. */
export interface Question {
  from: string
  where: Sql
  order: readonly OrderKey[]
}

const sortable = Object.fromEntries(fieldNames.map(name => [name, name]))

/**
 * The order that `sort` asks for. `id` closes it in the direction of the key before, so that an index can be
 * read backwards as well.
 */
function keysOf(sort: string | undefined): { keys: OrderKey[]; device: boolean } {
  const named = orderOf(sort, sortable)
    .slice(0, -1)
    .map(part => Object.entries(part)[0] as [string, 'asc' | 'desc'])
  const last = named.findIndex(([name]) => name === 'id')
  const used = last < 0 ? [...named, ['id', named.at(-1)?.[1] ?? 'asc'] as const] : named.slice(0, last + 1)
  const chosen = used.map(([name, direction]) => ({ ...fieldOf(name)!, down: direction === 'desc' }))
  return {
    keys: chosen.map(({ sql, order = sql, down, nullable = false }) => ({ sql: order, down, nullable })),
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

const array = (values: readonly (number | string)[]): string => `{${values.join(',')}}`

/**
 * What a client asks, within the groups that the caller sees. Throws VALIDATION_ERROR naming what cannot be
 * asked.
 */
export function questionOf({ groupIds }: Pick<Caller, 'groupIds'>, query: OnuQuery): Question {
  const { keys, device } = keysOf(query.sort)
  const devices = [...new Set(query.devices?.map(one => (typeof one === 'number' ? one : one.id)))]
  const conditions: Sql[] = [
    ...(groupIds === null
      ? []
      : [
          {
            text: 'o.device_id in (select id from inventory_device where group_id = any (?::integer[]))',
            values: [array(groupIds)],
          },
        ]),
    ...(query.device_id === undefined ? [] : [{ text: 'o.device_id = ?', values: [query.device_id] }]),
    ...(devices.length === 0 ? [] : [{ text: 'o.device_id = any (?::integer[])', values: [array(devices)] }]),
    ...(query.status === undefined
      ? []
      : [{ text: 'o.status = any (?::text[])', values: [array(statusesOf(query.status))] }]),
    ...(query.query === undefined || query.query === '' ? [] : [textCondition(query.query)]),
    ...(query.only_bad_signal ? [{ text: 'o.bad_since is not null', values: [] }] : []),
    ...conditionsOf(query.filters ?? []),
  ]
  const joined = device || (query.filters ?? []).some(({ field }) => fieldOf(field)?.device)
  return {
    from: `inventory_onu o${joined ? ' join inventory_device d on d.id = o.device_id' : ''}`,
    where: conditions.length ? both(conditions, 'and') : { text: 'true', values: [] },
    order: keys,
  }
}

const orderText = (keys: readonly OrderKey[]) =>
  keys
    .map(
      ({ sql, down, nullable }, n) => `${sql}${down ? ` desc${nullable && n > 0 ? ' nulls last' : ''}` : ''}`,
    )
    .join(', ')

/** How many rows there are in all. */
export const countOf = ({ from, where }: Question): Sql => ({
  text: `select count(*)::integer as total from ${from} where ${where.text}`,
  values: where.values,
})

/** Ids of a part of the rows. `known`: only those whose first key is known, or only the others. */
export function idsOf(
  { from, where, order }: Question,
  limit: number,
  offset: number,
  known: boolean | null = null,
): Sql {
  const [first, ...rest] = order
  const narrowed =
    known === null ? where.text : `${where.text} and ${first!.sql} is ${known ? 'not null' : 'null'}`
  return {
    text: `select o.interface_id as id from ${from} where ${narrowed} order by ${orderText(known === false ? rest : order)} limit ? offset ?`,
    values: [...where.values, limit, offset],
  }
}

/** Downwards PostgreSQL puts unknown values first; no index gives them last in both directions. */
export const isSplit = ({ order: [first] }: Question): boolean => first!.down && first!.nullable
