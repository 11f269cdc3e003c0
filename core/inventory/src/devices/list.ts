import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { canonicalIp } from '../address.ts'
import type { Access, Device, Group, Model } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { textSql } from '../search/condition.ts'
import { deviceKind } from '../search/kinds.ts'
import type { DeviceQuery } from './bodies.ts'

type Column =
  | 'id'
  | 'ip'
  | 'name'
  | 'location'
  | 'description'
  | 'params'
  | 'mac'
  | 'serial'
  | 'pollers'
  | 'coordinates'
  | 'enabled'
  | 'status'
  | 'statusChangedAt'
  | 'refreshedAt'
  | 'refreshError'
  | 'createdAt'
  | 'updatedAt'
type ShownModel = Omit<Model, 'secrets' | 'icon' | 'iconType'>
type ShownAccess = Pick<Access, 'id' | 'name' | 'params'>
/** What answers show of a device. */
export type ShownDevice = Pick<Device, Column> & {
  model?: ShownModel | null
  access?: ShownAccess | null
  group: Group
}

/** A condition on a device `d`, with its parameters. */
export interface Sql {
  text: string
  values: readonly unknown[]
}

const sql = (text: string, ...values: unknown[]): Sql => ({ text, values })
const joined = (parts: readonly Sql[]): Sql => ({
  text: `(${parts.map(({ text }) => text).join(' and ')})`,
  values: parts.flatMap(({ values }) => values),
})
const array = (ids: readonly number[]) => `{${ids.join(',')}}`

/** What a query asks of devices, within the groups that the caller sees. */
export function conditionsOf({ groupIds }: Pick<Caller, 'groupIds'>, query: Omit<DeviceQuery, 'ip'>): Sql {
  const { group_id: group, model_id: model, type, vendor, status, enabled } = query
  const held = query.query === undefined ? null : textSql([deviceKind], query.query, { few: true })
  const parts = [
    ...(groupIds === null ? [] : [sql('d.group_id = any (?::integer[])', array(groupIds))]),
    ...(group === undefined ? [] : [sql('d.group_id = ?', group)]),
    ...(model === undefined ? [] : [sql('d.model_id = ?', model)]),
    ...(type === undefined
      ? []
      : [sql('d.model_id in (select id from inventory_model where type = ?)', type)]),
    ...(vendor === undefined
      ? []
      : [sql('d.model_id in (select id from inventory_model where vendor = ?)', vendor)]),
    ...(status === undefined ? [] : [sql('d.status = ?', status)]),
    ...(enabled === undefined ? [] : [sql('d.enabled = ?', enabled)]),
    ...(held ? [sql(`(${held.text('d')})`, ...held.values)] : []),
  ]
  return parts.length ? joined(parts) : sql('true')
}

const ofModel = (column: string) => `(select ${column} from inventory_model where id = d.model_id)`
/** What lists are sorted by. */
const sortable: Readonly<Record<string, string>> = {
  id: 'd.id',
  ip: 'd.ip',
  name: 'd.name',
  location: 'd.location',
  mac: 'd.mac',
  serial: 'd.serial',
  status: 'd.status',
  enabled: 'd.enabled',
  created_at: 'd.created_at',
  updated_at: 'd.updated_at',
  model: ofModel('name'),
  vendor: ofModel('vendor'),
  type: ofModel('type'),
  group: '(select name from inventory_group where id = d.group_id)',
}
const fieldNames = Object.fromEntries(Object.keys(sortable).map(name => [name, name]))
const orderText = (sort: string | undefined) =>
  orderOf(sort, fieldNames)
    .flatMap(part => Object.entries(part))
    .map(([name, direction]) => `${sortable[name]} ${direction as string}`)
    .join(', ')

const times = 'created_at as "createdAt", updated_at as "updatedAt"'
/**
 * One statement for a page and all it refers to, as JSON: of a question to the database the way there and
 * back costs most, and a page of a hundred devices names few models, profiles and groups. The rows before it
 * are passed over in an index alone. The last page tells by itself how many there are; only others are
 * counted for.
 */
const pageText = (where: string, order: string) => `
  with ids as (select array(select d.id from inventory_device d where ${where} order by ${order} limit ? offset ?) as chosen),
    page as materialized (select d.*, w.nth from ids cross join unnest(ids.chosen) with ordinality as w (id, nth) join inventory_device d on d.id = w.id order by w.nth),
    shown as (select count(*) as rows, ?::bigint as most, ?::bigint as before from page)
  select
    (select case when rows < most and (rows > 0 or before = 0) then before + rows else (select count(*) from inventory_device d where ${where}) end::integer from shown) as total,
    (select json_agg(r) from (
      select id, host(ip) as ip, name, location, description, model_id as model, access_id as access, group_id as group, params, mac, serial, pollers, coordinates, enabled, status,
        status_changed_at as "statusChangedAt", refreshed_at as "refreshedAt", refresh_error as "refreshError", ${times} from page
    ) r) as devices,
    (select json_agg(r) from (
      select id, key, name, vendor, type, driver, available, ports, params, pollers, icon_tag as "iconTag", ${times} from inventory_model where id in (select model_id from page)
    ) r) as models,
    (select json_agg(r) from (select id, name, params from inventory_access where id in (select access_id from page)) r) as accesses,
    (select json_agg(r) from (select id, name, description, ${times} from inventory_group where id in (select group_id from page)) r) as groups`

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
  where: Sql,
  order: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ devices: ShownDevice[]; total: number }> {
  const [page] = await em.execute<[Page]>(pageText(where.text, order), [
    ...where.values,
    limit,
    offset,
    limit,
    offset,
    ...where.values,
  ])
  const [models, accesses, groups] = [
    byId(page.models?.map(timed) ?? null),
    byId(page.accesses),
    byId(page.groups?.map(timed) ?? null),
  ]
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
 * A page of the devices that the caller sees, and how many there are. Rows are not made into entities:
 * clients ask for all at once, and that would take ten times as long.
 */
export async function listDevices(em: SqlEntityManager, caller: Caller, query: DeviceQuery) {
  const page = pageOf(query, { cap: 100_000 })
  const { devices, total } = await readPage(em, conditionsOf(caller, query), orderText(query.sort), page)
  return { devices, meta: { total, ...page } }
}

/** The device at an address. Throws RESOURCE_NOT_FOUND. */
export async function shownByIp(em: SqlEntityManager, caller: Caller, ip: string): Promise<ShownDevice> {
  const address = canonicalIp(ip)
  const where = joined([sql('d.ip = ?::inet', address), conditionsOf(caller, {})])
  const {
    devices: [device],
  } = await readPage(em, where, 'd.id', { limit: 2, offset: 0 })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: address })
  return device
}
