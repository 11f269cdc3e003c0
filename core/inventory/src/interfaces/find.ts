import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlBool, type SqlEntityManager, type Expression } from '@linecard/plugin-kit/sql'
import { Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { deviceScope, seenDevices } from '../visibility.ts'
import type { InterfaceQuery } from './bodies.ts'
import type { Totals } from './totals.ts'
import { closedType } from '../closed-type.ts'
import { select, shown, type ShownInterface } from './shown.ts'
import { textCondition } from '../search/condition.ts'
import { interfaceKind, onuKind } from '../search/kinds.ts'
import { identForms } from './ident.ts'

type Condition = Expression<SqlBool>

/** A column equals one of the values. One value is compared directly, so that an index can give the order. */
const among = (column: string, values: readonly (string | number)[] | undefined): Condition[] =>
  values === undefined
    ? []
    : values.length === 1
      ? [sql<SqlBool>`${sql.ref(column)} = ${values[0]}`]
      : [sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})`]

const equal = (column: string, value: string | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`]

/** Most rows have an empty text there, and the index leaves those out. */
const equalText = (column: string, value: string | undefined): Condition[] => [
  ...equal(column, value),
  ...(value ? [sql<SqlBool>`${sql.ref(column)} <> ''`] : []),
]

/** Free text, of ports and ONUs: each has an index of its own. */
const contains = (typed: string): Condition | null => textCondition([interfaceKind, onuKind], typed, 'i')

function hasIdent(ident: string): Condition {
  const { serials, mac } = identForms(ident)
  const hasSerial = sql<SqlBool>`upper(i.serial) in (${sql.join(serials)})`
  return mac ? sql`(${hasSerial} or i.mac = ${mac})` : hasSerial
}

/** The devices of the caller's groups, and of the groups that are asked for. */
function onDevices(em: SqlEntityManager, caller: Caller, groups: readonly number[] | undefined): Condition[] {
  if (caller.groupIds === null && groups === undefined) return []
  const devices = seenDevices(em, caller).select('d.id')
  const wanted = groups === undefined ? devices : devices.where('d.group_id', 'in', [...groups])
  return [sql<SqlBool>`i.device_id in (${wanted})`]
}

/** What a query asks of interfaces `i`, within the groups that the caller sees. */
function conditionsOf(em: SqlEntityManager, caller: Caller, query: InterfaceQuery): Condition[] {
  const text = query.query === undefined ? null : contains(query.query)
  const placed = query.has_coordinates
  return [
    ...among('i.device_id', query.device_id),
    ...onDevices(em, caller, query.group_id),
    // Closed ONUs are listed only when they are asked for.
    ...(query.type === undefined
      ? [sql<SqlBool>`i.type <> ${sql.lit(closedType)}`]
      : among('i.type', query.type)),
    ...among('i.status', query.status),
    ...(query.name === undefined ? [] : [sql<SqlBool>`lower(i.name) = ${query.name.toLowerCase()}`]),
    ...(query.ident === undefined ? [] : [hasIdent(query.ident)]),
    ...equal('i.bind_key', query.bind_key),
    ...equal('i.parent_bind_key', query.parent_bind_key),
    ...equalText('i.agreement', query.agreement),
    ...equalText('i.ip', query.ip),
    ...equal('i.poll_enabled', query.poll_enabled),
    ...equal('i.fdb_enabled', query.fdb_enabled),
    ...equal('i.manual', query.manual),
    ...(placed === undefined
      ? []
      : [placed ? sql<SqlBool>`i.coordinates is not null` : sql<SqlBool>`i.coordinates is null`]),
    ...(text ? [text] : []),
  ]
}

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
