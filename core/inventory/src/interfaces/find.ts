import { raw } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { Device, Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { deviceScope } from '../visibility.ts'
import type { InterfaceQuery } from './bodies.ts'
import { identForms } from './ident.ts'
import { textConditions } from './text.ts'
import type { Totals } from './totals.ts'

const columns = [
  'id',
  'device',
  'bindKey',
  'parentBindKey',
  'name',
  'type',
  'status',
  'adminState',
  'statusChangedAt',
  'description',
  'serial',
  'mac',
  'comment',
  'agreement',
  'billingLink',
  'ip',
  'params',
  'manual',
  'pollEnabled',
  'fdbEnabled',
  'coordinates',
  'createdAt',
  'updatedAt',
] as const
type Row = Omit<Pick<Interface, (typeof columns)[number]>, 'device'> & { device: number }
export type ShownInterface = Omit<Row, 'device'> & { device: Pick<Device, 'id' | 'ip' | 'name'> }

const sortable = {
  id: 'id',
  name: 'name',
  type: 'type',
  status: 'status',
  admin_state: 'adminState',
  status_changed: 'statusChangedAt',
  bind_key: 'bindKey',
  description: 'description',
  comment: 'comment',
  agreement: 'agreement',
  ip: 'ip',
  serial: 'serial',
  mac_address: 'mac',
  device_id: 'device.id',
  device_ip: 'device.ip',
  device_name: 'device.name',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
}

/** `column` equals one of the values; nothing is asked where none is said. */
const among = (column: string, values: readonly unknown[] | undefined) =>
  values === undefined ? [] : [{ [column]: values.length === 1 ? values[0] : { $in: [...values] } }]

function named(ident: string) {
  const { serials, mac } = identForms(ident)
  return { $or: [{ [raw(alias => `upper(${alias}.serial)`)]: { $in: serials } }, ...(mac ? [{ mac }] : [])] }
}

function conditions({ groupIds }: Caller, query: InterfaceQuery) {
  const groups = groupIds && (query.group_id?.filter(id => groupIds.includes(id)) ?? groupIds)
  return {
    $and: [
      ...among('device', query.device_id),
      ...((groups ?? query.group_id)
        ? [{ device: { group: { $in: [...(groups ?? query.group_id!)] } } }]
        : []),
      ...among('type', query.type),
      ...among('status', query.status),
      ...(query.name === undefined
        ? []
        : [{ [raw(alias => `lower(${alias}.name)`)]: query.name.toLowerCase() }]),
      ...(query.ident === undefined ? [] : [named(query.ident)]),
      ...among('bindKey', query.bind_key === undefined ? undefined : [query.bind_key]),
      ...among('parentBindKey', query.parent_bind_key === undefined ? undefined : [query.parent_bind_key]),
      // Their indexes leave the many empty ones out.
      ...(query.agreement === undefined
        ? []
        : [{ agreement: query.agreement }, ...(query.agreement === '' ? [] : [{ agreement: { $ne: '' } }])]),
      ...(query.ip === undefined
        ? []
        : [{ ip: query.ip }, ...(query.ip === '' ? [] : [{ ip: { $ne: '' } }])]),
      ...(query.poll_enabled === undefined ? [] : [{ pollEnabled: query.poll_enabled }]),
      ...(query.fdb_enabled === undefined ? [] : [{ fdbEnabled: query.fdb_enabled }]),
      ...(query.manual === undefined ? [] : [{ manual: query.manual }]),
      ...(query.has_coordinates === undefined
        ? []
        : [{ coordinates: query.has_coordinates ? { $ne: null } : null }]),
      ...(query.query === undefined ? [] : [textConditions(query.query)]),
    ],
  }
}

/**
 * Rows with the few facts of their devices; like lists of devices not made into entities, for an OLT has
 * thousands.
 */
async function shown(em: SqlEntityManager, rows: readonly Row[]): Promise<ShownInterface[]> {
  const ids = [...new Set(rows.map(row => row.device))]
  const devices = ids.length
    ? await em.find(Device, { id: { $in: ids } }, { fields: ['id', 'ip', 'name'] })
    : []
  const byId = new Map(devices.map(({ id, ip, name }) => [id, { id, ip, name }]))
  return rows.map(row => Object.assign(row, { device: byId.get(row.device)! }))
}

const select = (em: SqlEntityManager) => em.createQueryBuilder(Interface, 'i').select([...columns])

/** The rows of a page and their number, as queries. */
export function listQuestion(
  em: SqlEntityManager,
  caller: Caller,
  query: InterfaceQuery,
  page: { limit: number; offset: number },
) {
  // Each its own: a raw fragment stands in one query only.
  return {
    rows: select(em)
      .where(conditions(caller, query))
      .orderBy(orderOf(query.sort, sortable))
      .limit(page.limit, page.offset),
    count: em
      .createQueryBuilder(Interface, 'i')
      .select(raw('count(*)::int as total'))
      .where(conditions(caller, query)),
  }
}

/** A page of the interfaces that the caller sees, and how many there are. */
export async function listInterfaces(
  em: SqlEntityManager,
  caller: Caller,
  query: InterfaceQuery,
  totals: Totals,
) {
  const page = pageOf(query, { cap: 100_000 })
  const question = listQuestion(em, caller, query, page)
  const rows = await question.rows.execute<Row[]>('all')
  // The last page tells by itself how many there are.
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
  const { limit: _limit, offset: _offset, sort: _sort, ...filters } = query
  const counted = () =>
    totals(
      [caller.groupIds, filters],
      async () => (await question.count.execute<{ total: number }>('get')).total,
    )
  const total = isLast ? page.offset + rows.length : await counted()
  return { interfaces: await shown(em, rows), meta: { total, ...page } }
}

/** The interfaces with the next ids, without regard to `sort`: for whoever goes through all of them. */
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
      .where({ $and: [conditions(caller, query), { id: { $gt: after } }] })
      .orderBy({ id: 'asc' })
      .limit(limit)
      .execute<Row[]>('all'),
  )

/** These interfaces, in this order. The caller must be known to see them. */
export async function interfacesById(
  em: SqlEntityManager,
  ids: readonly number[],
): Promise<ShownInterface[]> {
  const rows = ids.length
    ? await select(em)
        .where({ id: { $in: [...ids] } })
        .execute<Row[]>('all')
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
  shown(em, await select(em).where({ device }).orderBy({ bindKey: 'asc' }).execute<Row[]>('all'))

/**
 * An interface that the caller sees, with all of its device. Throws RESOURCE_NOT_FOUND for another one as for
 * none.
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
