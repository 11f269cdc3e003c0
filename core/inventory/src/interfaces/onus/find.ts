import { pageOf, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import type { Totals } from '../totals.ts'
import type { OnuQuery } from './bodies.ts'
import { countOf, idsOf, isSplit, narrowed, questionOf, reversed, type Question } from './query.ts'

/** A stored ONU. Optics are in dBm, °C, V and m; null is unknown. */
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

/** The whole rows of ONUs, in no order. */
export const rowsOf = (em: SqlEntityManager, ids: readonly number[]) =>
  tables(em)
    .selectFrom('inventory_onu as o')
    .innerJoin('inventory_device as d', 'd.id', 'o.device_id')
    .leftJoin('inventory_interface as p', join =>
      join.onRef('p.device_id', '=', 'o.device_id').onRef('p.bind_key', '=', 'o.parent_bind_key'),
    )
    .select(['o.interface_id as id', 'o.device_id', 'o.name', 'o.bind_key', 'o.parent_bind_key'])
    .select(['o.ident', 'o.ident_type', 'o.serial_ascii', 'o.serial_hex', 'o.mac', 'o.vendor', 'o.model'])
    .select(['o.description', 'o.agreement', 'o.comment', 'o.status', 'o.status_changed_at', 'o.created_at'])
    .select(['o.rx', 'o.tx', 'o.olt_rx', 'o.temp', 'o.voltage', 'o.distance', 'o.optics_at'])
    .select(['o.rx_bad_since', 'o.olt_rx_bad_since', 'o.bad_since'])
    .select(['o.last_down_reason', 'o.last_reg', 'o.last_dereg'])
    .select(['d.ip as device_ip', 'd.name as device_name', 'p.id as parent_id', 'p.name as parent_name'])
    .where(sql<boolean>`o.interface_id = any (${[...ids]}::integer[])`)

/** ONUs of these interfaces, in their order. Those that were removed in the meantime are left out. */
export async function onusByIds(em: SqlEntityManager, ids: readonly number[]): Promise<ShownOnu[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(em, ids).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** The ids of a page of ONUs. */
export const onuIds = async (
  em: SqlEntityManager,
  question: Question,
  limit: number,
  offset: number,
): Promise<number[]> => (await idsOf(question, limit, offset).execute(tables(em))).rows.map(({ id }) => id)

const total = async (em: SqlEntityManager, question: Question): Promise<number> =>
  (await countOf(question).execute(tables(em))).rows[0]!.total

interface Page {
  limit: number
  offset: number
}

/**
 * The ids of a page of `all` rows. A page in the second half is read from the end: the last page then costs
 * no more than the first. Unknown values of a later key come last in both directions, which forbids it.
 */
async function pageOfAll(
  em: SqlEntityManager,
  question: Question,
  { limit, offset }: Page,
  all: number,
): Promise<number[]> {
  const count = Math.min(limit, all - offset)
  if (count <= 0) return []
  const after = all - offset - count
  if (offset <= after || question.order.slice(1).some(({ nullable }) => nullable))
    return onuIds(em, question, count, offset)
  return (await onuIds(em, reversed(question), count, after)).toReversed()
}

/** Rows whose first key is unknown come last, and are only asked for where the others end. */
async function pageIds(
  em: SqlEntityManager,
  question: Question,
  { limit, offset }: Page,
  all: number,
): Promise<number[]> {
  if (!isSplit(question)) return pageOfAll(em, question, { limit, offset }, all)
  const [known, unknown] = [narrowed(question, true), narrowed(question, false)]
  // Near the end it is worth counting the known ones, to read from there.
  if (offset < all * 0.75) {
    const first = await onuIds(em, known, limit, offset)
    if (first.length === limit) return first
  }
  const knownRows = await total(em, known)
  const first = await pageOfAll(em, known, { limit, offset }, knownRows)
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - knownRows) }
  return [...first, ...(await pageOfAll(em, unknown, rest, all - knownRows))]
}

/**
 * A page of the stored ONUs that the caller sees, and how many fit the query in all. `limit` is 50 by
 * default and 10,000 at most. `sort` takes the names of `fields.ts`; unknown values come last, `id` closes
 * the order. Throws VALIDATION_ERROR that names what is wrong with the query.
 *
 * To go through all of them ask `{sort: 'id', limit, filters: [{field: 'id', operator: '>', value:
 * lastId}]}` again and again. No page then costs more than the first, and no ONU is missed or repeated
 * while others come and go.
 */
export async function listOnus(
  em: SqlEntityManager,
  caller: Caller,
  query: OnuQuery,
  totals: Totals,
): Promise<{ onus: ShownOnu[]; meta: { total: number; limit: number; offset: number } }> {
  const page = pageOf(query, { cap: 10_000, standard: 50 })
  const question = questionOf(caller, query)
  const { limit: _limit, offset: _offset, sort: _sort, ...filters } = query
  const all = await totals([caller.groupIds, filters], () => total(em, question))
  const ids = page.limit === 0 || page.offset >= all ? [] : await pageIds(em, question, page, all)
  return { onus: await onusByIds(em, ids), meta: { total: all, ...page } }
}
