import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { pageOf, type Caller } from '@linecard/plugin-kit'
import type { Sql } from './filters.ts'
import { countOf, idsOf, isSplit, questionOf, type OnuQuery, type Question } from './query.ts'

/** A stored ONU as PostgreSQL gives it: optics in dBm, °C, V and m, times as `Date`; null is unknown. */
export interface ShownOnu {
  id: number
  device_id: number
  device_ip: string
  device_name: string
  name: string
  bind_key: string
  parent_bind_key: string | null
  parent_id: number | null
  parent_name: string | null
  ident: string | null
  ident_type: 'SERIAL' | 'MAC' | null
  serial_ascii: string | null
  serial_hex: string | null
  mac: string | null
  vendor: string | null
  model: string | null
  description: string
  agreement: string
  comment: string
  status: string | null
  status_changed_at: Date | null
  created_at: Date
  rx: number | null
  tx: number | null
  olt_rx: number | null
  temp: number | null
  voltage: number | null
  distance: number | null
  optics_at: Date | null
  rx_bad_since: Date | null
  olt_rx_bad_since: Date | null
  bad_since: Date | null
  last_down_reason: string | null
  last_reg: string | null
  last_dereg: string | null
}

const times = [
  'status_changed_at',
  'created_at',
  'optics_at',
  'rx_bad_since',
  'olt_rx_bad_since',
  'bad_since',
] as const
const columns = [
  'device_id',
  'name',
  'bind_key',
  'parent_bind_key',
  'ident',
  'ident_type',
  'serial_ascii',
  'serial_hex',
  'mac',
  'vendor',
  'model',
  'description',
  'agreement',
  'comment',
  'status',
  'rx',
  'tx',
  'olt_rx',
  'temp',
  'voltage',
  'distance',
  'last_down_reason',
  'last_reg',
  'last_dereg',
  ...times,
]
const rowsOfIds = `
  select o.interface_id as id, ${columns.map(column => `o.${column}`).join(', ')}, host(d.ip) as device_ip, d.name as device_name, p.id as parent_id, p.name as parent_name
  from inventory_onu o join inventory_device d on d.id = o.device_id
  left join inventory_interface p on p.device_id = o.device_id and p.bind_key = o.parent_bind_key
  where o.interface_id = any (?::integer[])`

/** The whole rows of ONUs, in no order. */
export const rowsOf = (ids: readonly number[]): Sql => ({ text: rowsOfIds, values: [`{${ids.join(',')}}`] })

/** ONUs of these interfaces, in their order; those that have gone meanwhile are left out. */
export async function onusByIds(em: SqlEntityManager, ids: readonly number[]): Promise<ShownOnu[]> {
  if (ids.length === 0) return []
  const { text, values } = rowsOf(ids)
  const rows = await em.execute<ShownOnu[]>(text, [...values])
  const byId = new Map(
    rows.map(row => {
      for (const field of times)
        if (row[field] !== null) (row as { [K in typeof field]: Date | null })[field] = new Date(row[field])
      return [row.id, row]
    }),
  )
  return ids.flatMap(id => byId.get(id) ?? [])
}

async function pageIds(
  em: SqlEntityManager,
  question: Question,
  limit: number,
  offset: number,
): Promise<number[]> {
  const ask = async (count: number, from: number, known: boolean | null) => {
    const { text, values } = idsOf(question, count, from, known)
    return (await em.execute<{ id: number }[]>(text, [...values])).map(({ id }) => id)
  }
  if (!isSplit(question)) return ask(limit, offset, null)
  const known = await ask(limit, offset, true)
  if (known.length === limit) return known
  const before = known.length || offset === 0 ? offset + known.length : await total(em, question, true)
  return [...known, ...(await ask(limit - known.length, offset + known.length - before, false))]
}

async function total(em: SqlEntityManager, question: Question, known = false): Promise<number> {
  const { text, values } = countOf(
    known
      ? {
          ...question,
          where: {
            ...question.where,
            text: `${question.where.text} and ${question.order[0]!.sql} is not null`,
          },
        }
      : question,
  )
  return (await em.execute<{ total: number }[]>(text, [...values]))[0]!.total
}

/**
 * A page of the stored ONUs that the caller sees, and how many fit the query in all: 50 unless `limit` says
 * otherwise, 10,000 at most.
 * `sort` takes every name of `fields.ts`; unknown values come last, `id` closes the order.
 * To go through all of them ask `{sort: 'id', limit, filters: [{field: 'id', operator: '>', value: lastId}]}`
 * again and again: no page then costs more than the first, and nothing is missed or doubled while ONUs come
 * and go.
 * Throws VALIDATION_ERROR naming what of the query is wrong.
 */
export async function listOnus(
  em: SqlEntityManager,
  caller: Caller,
  query: OnuQuery,
): Promise<{ onus: ShownOnu[]; meta: { total: number; limit: number; offset: number } }> {
  const page = pageOf(query, { cap: 10_000, standard: 50 })
  const question = questionOf(caller, query)
  const all = await total(em, question)
  const ids =
    page.limit === 0 || page.offset >= all ? [] : await pageIds(em, question, page.limit, page.offset)
  return { onus: await onusByIds(em, ids), meta: { total: all, ...page } }
}
