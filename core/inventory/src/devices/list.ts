import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalIp } from '../address.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { DeviceQuery } from './bodies.ts'
import { allOf, conditionsOf } from './conditions.ts'
import { pageQuery, type ShownDevice, type Window } from './page-query.ts'

const ofModel = (column: string) =>
  sql`(select ${sql.ref(column)} from inventory_model where id = d.model_id)`
/** What lists are sorted by. */
const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`d.id`,
  ip: sql`d.ip`,
  name: sql`d.name`,
  location: sql`d.location`,
  mac: sql`d.mac`,
  serial: sql`d.serial`,
  status: sql`d.status`,
  enabled: sql`d.enabled`,
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
  model: ofModel('name'),
  vendor: ofModel('vendor'),
  type: ofModel('type'),
  group: sql`(select name from inventory_group where id = d.group_id)`,
}
const fieldNames = Object.fromEntries(Object.keys(sortable).map(name => [name, name]))
const orderBy = (sort: string | undefined): RawBuilder<unknown> =>
  sql.join(
    orderOf(sort, fieldNames)
      .flatMap(part => Object.entries(part))
      .map(([name, direction]) =>
        direction === 'desc' ? sql`${sortable[name]!} desc` : sql`${sortable[name]!} asc`,
      ),
  )

const timed = <T extends { createdAt: string | null; updatedAt: string | null }>(row: T) =>
  Object.assign(row, { createdAt: new Date(row.createdAt!), updatedAt: new Date(row.updatedAt!) })
const orNull = (time: string | null) => (time === null ? null : new Date(time))
const byId = <T extends { id: number }>(rows: readonly T[] | null): Map<number, T> =>
  new Map(rows?.map(row => [row.id, row]))

async function readPage(
  em: SqlEntityManager,
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  window: Window,
): Promise<{ devices: ShownDevice[]; total: number }> {
  const { rows } = await pageQuery(where, order, window).execute(tables(em))
  const page = rows[0]!
  const models = byId(page.models?.map(timed) ?? null)
  const accesses = byId(page.accesses)
  const groups = byId(page.groups?.map(timed) ?? null)
  const devices = page.devices?.map(row =>
    Object.assign(timed(row), {
      statusChangedAt: orNull(row.statusChangedAt),
      refreshedAt: orNull(row.refreshedAt),
      model: row.model === null ? null : models.get(row.model)!,
      access: row.access === null ? null : accesses.get(row.access)!,
      group: groups.get(row.group)!,
    }),
  )
  return { devices: (devices ?? []) as ShownDevice[], total: page.total }
}

/**
 * A page of the devices that the caller sees, and their number. Rows do not become entities: clients ask for
 * all devices at once, and entities would take ten times as long.
 */
export async function listDevices(em: SqlEntityManager, caller: Caller, query: DeviceQuery) {
  const page = pageOf(query, { cap: 100_000 })
  const { devices, total } = await readPage(em, conditionsOf(caller, query), orderBy(query.sort), page)
  return { devices, meta: { total, ...page } }
}

/** The device at an address. Throws RESOURCE_NOT_FOUND. */
export async function shownByIp(em: SqlEntityManager, caller: Caller, ip: string): Promise<ShownDevice> {
  const address = canonicalIp(ip)
  const where = allOf([sql`d.ip = ${address}::inet`, conditionsOf(caller, {})])
  const {
    devices: [device],
  } = await readPage(em, where, sql`d.id`, { limit: 2, offset: 0 })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: address })
  return device
}

/** Devices by their ids, with model, access profile and group. The caller must be known to see them. */
export async function devicesById(
  em: SqlEntityManager,
  ids: readonly number[],
): Promise<Map<number, ShownDevice>> {
  if (ids.length === 0) return new Map()
  const window = { limit: ids.length + 1, offset: 0 }
  const { devices } = await readPage(em, sql<SqlBool>`d.id = any (${[...ids]}::int[])`, sql`d.id`, window)
  return byId(devices)
}
