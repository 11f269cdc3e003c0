import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalIp } from '../address.ts'
import type { Access, Device, Group, Model } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { DeviceQuery } from './bodies.ts'
import { allOf, conditionsOf } from './conditions.ts'

type Column = Exclude<keyof Device, 'model' | 'access' | 'group' | 'secrets' | symbol>
type ShownModel = Omit<Model, 'secrets' | 'icon' | 'iconType'>
type ShownAccess = Pick<Access, 'id' | 'name' | 'params'>
/** What answers show of a device. */
export type ShownDevice = Pick<Device, Column> & {
  model?: ShownModel | null
  access?: ShownAccess | null
  group: Group
}

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

const times = sql`created_at as "createdAt", updated_at as "updatedAt"`
const columns = {
  device: sql`
    id, host(ip) as ip, name, location, description, model_id as model, access_id as access,
    group_id as group, params, mac, serial, pollers, coordinates, enabled, status,
    status_changed_at as "statusChangedAt", refreshed_at as "refreshedAt", refresh_error as "refreshError",
    ${times}`,
  model: sql`
    id, key, name, vendor, type, driver, available, ports, params, pollers, icon_tag as "iconTag", ${times}`,
}

interface Window {
  limit: number
  offset: number
}

/**
 * One statement for a page and all that it refers to, as JSON. A round trip to the database costs most, and
 * a page of a hundred devices names few models, profiles and groups. The rows before the page are passed
 * over in an index alone. The last page tells the total by itself; only for other pages it is counted.
 */
const pageQuery = (
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  { limit, offset }: Window,
) => sql<Page>`
  with ids as (
      select array(
        select d.id from inventory_device d where ${where} order by ${order} limit ${limit} offset ${offset}
      ) as chosen
    ),
    page as materialized (
      select d.*, w.nth from ids cross join unnest(ids.chosen) with ordinality as w (id, nth)
      join inventory_device d on d.id = w.id order by w.nth
    ),
    shown as (select count(*) as rows, ${limit}::bigint as most, ${offset}::bigint as before from page)
  select
    (select case when rows < most and (rows > 0 or before = 0) then before + rows
      else (select count(*) from inventory_device d where ${where}) end::integer from shown) as total,
    (select json_agg(r) from (select ${columns.device} from page) r) as devices,
    (select json_agg(r) from (
      select ${columns.model} from inventory_model where id in (select model_id from page)
    ) r) as models,
    (select json_agg(r) from (
      select id, name, params from inventory_access where id in (select access_id from page)
    ) r) as accesses,
    (select json_agg(r) from (
      select id, name, description, ${times} from inventory_group where id in (select group_id from page)
    ) r) as groups`

/** A row of JSON: times are texts, and references are ids. */
type Json<T> = { [K in keyof T]: T[K] extends Date | null | undefined ? string | null : T[K] }
type Row = Json<Pick<Device, Column>> & { model: number | null; access: number | null; group: number }
interface Page {
  total: number
  devices: Row[] | null
  models: Json<ShownModel>[] | null
  accesses: ShownAccess[] | null
  groups: Json<Group>[] | null
}

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
