import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { deviceScope } from '../visibility.ts'
import type { InterfaceQuery } from './bodies.ts'
import { conditionsOf } from './conditions.ts'
import type { Totals } from './totals.ts'
import { closedType } from '../closed-type.ts'
import { select, shown, type ShownInterface } from './shown.ts'

const sortable = {
  id: 'i.id',
  name: 'i.name',
  type: 'i.type',
  status: 'i.status',
  admin_state: 'i.admin_state',
  status_changed: 'i.status_changed_at',
  bind_key: 'i.bind_key',
  description: 'i.description',
  comment: 'i.comment',
  agreement: 'i.agreement',
  ip: 'i.ip',
  serial: 'i.serial',
  mac_address: 'i.mac',
  device_id: 'i.device_id',
  device_ip: 'd.ip',
  device_name: 'd.name',
  created_at: 'i.created_at',
  updated_at: 'i.updated_at',
}
const fieldNames = Object.fromEntries(Object.keys(sortable).map(name => [name, name]))
type Name = keyof typeof sortable

/** The rows of a page and their number, as queries. */
export function listQuestion(
  em: SqlEntityManager,
  caller: Caller,
  query: InterfaceQuery,
  page: { limit: number; offset: number },
) {
  const where = conditionsOf(em, caller, query)
  const keys = orderOf(query.sort, fieldNames)
    .flatMap(part => Object.entries(part))
    .map(([name, direction]) => ({ column: sortable[name as Name], direction }))
  const byDevice = keys.some(({ column }) => column.startsWith('d.'))
  const order = keys.map(({ column, direction }) =>
    direction === 'desc' ? sql`${sql.ref(column)} desc` : sql`${sql.ref(column)} asc`,
  )
  return {
    rows: select(em)
      .$if(byDevice, rows => rows.innerJoin('inventory_device as d', 'd.id', 'i.device_id'))
      .where(eb => eb.and(where))
      .orderBy(sql.join(order))
      .limit(page.limit)
      .offset(page.offset),
    count: tables(em)
      .selectFrom('inventory_interface as i')
      .select(sql<number>`count(*)::int`.as('total'))
      .where(eb => eb.and(where)),
  }
}

/** A page of the interfaces that the caller sees, and their number. */
export async function listInterfaces(
  em: SqlEntityManager,
  caller: Caller,
  query: InterfaceQuery,
  totals: Totals,
) {
  const page = pageOf(query, { cap: 100_000 })
  const question = listQuestion(em, caller, query, page)
  const rows = await question.rows.execute()
  // The last page tells by itself how many there are.
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
  const { limit: _limit, offset: _offset, sort: _sort, ...filters } = query
  const counted = () =>
    totals([caller.groupIds, filters], async () => (await question.count.executeTakeFirstOrThrow()).total)
  const total = isLast ? page.offset + rows.length : await counted()
  return { interfaces: await shown(em, rows), meta: { total, ...page } }
}

/** The interfaces with the next ids, whatever `sort` says: for an export, which goes through all of them. */
export const interfacesAfter = async (
  em: SqlEntityManager,
  caller: Caller,
  query: InterfaceQuery,
  after: number,
  limit: number,
): Promise<ShownInterface[]> =>
  shown(
    em,
    await select(em)
      .where(eb => eb.and([...conditionsOf(em, caller, query), eb('i.id', '>', after)]))
      .orderBy('i.id')
      .limit(limit)
      .execute(),
  )

/** These interfaces, in this order. The caller must be known to see them. */
export async function interfacesById(
  em: SqlEntityManager,
  ids: readonly number[],
): Promise<ShownInterface[]> {
  const rows = ids.length
    ? await select(em)
        .where(sql<SqlBool>`i.id = any (${[...ids]}::int[])`)
        .execute()
    : []
  const byId = new Map(rows.map(row => [row.id, row]))
  return shown(
    em,
    ids.flatMap(id => byId.get(id) ?? []),
  )
}

/**
 * All interfaces of a device, in the order of their bind keys. The caller must be known to see the device.
 */
export const interfacesOf = async (em: SqlEntityManager, device: number): Promise<ShownInterface[]> =>
  shown(
    em,
    await select(em)
      .where('i.device_id', '=', device)
      .where('i.type', '<>', closedType)
      .orderBy('i.bind_key')
      .execute(),
  )

/**
 * An interface that the caller sees, with all of its device. Throws INVENTORY_INTERFACE_UNKNOWN, also for an
 * interface of another group.
 */
export async function interfaceById(em: SqlEntityManager, caller: Caller, id: number): Promise<Interface> {
  const row = await em.findOne(
    Interface,
    { id, device: deviceScope(caller) },
    { populate: ['device.model', 'device.access', 'device.group'] },
  )
  if (!row) throw fail('INVENTORY_INTERFACE_UNKNOWN', { id })
  return row
}
