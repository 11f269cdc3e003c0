import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { orderOf, pageOf, type Caller } from '@linecard/plugin-kit'
import { canonicalIp } from '../address.ts'
import { forTarget } from '../connection.ts'
import { Access, Device, Group, Model } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { deviceScope } from '../scope.ts'
import { textCondition } from '../search/condition.ts'
import { deviceKind } from '../search/kinds.ts'
import type { DeviceQuery } from './bodies.ts'

const shown = ['model', 'access', 'group'] as const

/** A device that the caller sees, with model, access profile and group. Throws RESOURCE_NOT_FOUND. */
export async function deviceById(em: SqlEntityManager, caller: Caller, id: number): Promise<Device> {
  const device = await em.findOne(Device, { id, ...deviceScope(caller) }, { populate: shown })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id })
  return device
}

/** The same by address. */
export async function deviceByIp(em: SqlEntityManager, caller: Caller, ip: string): Promise<Device> {
  const address = canonicalIp(ip)
  const device = await em.findOne(Device, { ip: address, ...deviceScope(caller) }, { populate: shown })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: address })
  return device
}

/** With its secrets, still sealed, so that it can be asked. */
export async function deviceForTarget(em: SqlEntityManager, caller: Caller, ref: { id: number } | { ip: string }): Promise<Device> {
  const where = 'id' in ref ? { id: ref.id } : { ip: canonicalIp(ref.ip) }
  const device = await em.findOne(Device, { ...where, ...deviceScope(caller) }, { populate: forTarget })
  if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: 'id' in ref ? ref.id : ref.ip })
  return device
}

const sortable = {
  id: 'id', ip: 'ip', name: 'name', location: 'location', mac: 'mac', serial: 'serial', status: 'status', enabled: 'enabled',
  created_at: 'createdAt', updated_at: 'updatedAt', model: 'model.name', vendor: 'model.vendor', type: 'model.type', group: 'group.name',
}

/** The filters of a list as conditions; without the groups that limit the caller. */
export function conditions(query: DeviceQuery) {
  const { group_id: group, model_id: model, type, vendor, status, enabled } = query
  const ofModel = { ...(model === undefined ? {} : { id: model }), ...(type === undefined ? {} : { type }), ...(vendor === undefined ? {} : { vendor }) }
  return {
    $and: [
      ...(group === undefined ? [] : [{ group }]),
      ...(Object.keys(ofModel).length ? [{ model: ofModel }] : []),
      ...(status === undefined ? [] : [{ status }]),
      ...(enabled === undefined ? [] : [{ enabled }]),
      ...(query.query === undefined ? [] : [textCondition([deviceKind], query.query, { few: true })]),
    ],
  }
}

const columns = [
  'id', 'ip', 'name', 'location', 'description', 'model', 'access', 'group', 'params', 'mac', 'serial', 'pollers', 'coordinates', 'enabled',
  'status', 'statusChangedAt', 'refreshedAt', 'refreshError', 'createdAt', 'updatedAt',
] as const
type Column = typeof columns[number]
/** A row as the query builder gives it: its references are ids. */
type Row = Omit<Pick<Device, Column>, 'model' | 'access' | 'group'> & { model: number | null, access: number | null, group: number }
export type ShownDevice = Pick<Device, Column>

async function byId<T extends { id: number }>(em: SqlEntityManager, entity: EntityName<T>, ids: Iterable<number | null>): Promise<Map<number, T>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  const rows = wanted.length ? await em.find<{ id: number }>(entity as EntityName<{ id: number }>, { id: { $in: wanted } }) as T[] : []
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * A page of the devices that the caller sees, and how many there are. Clients ask for all at once, so rows are not made into entities:
 * that would take ten times as long. Models, profiles and groups, of which there are few, are.
 */
export async function listDevices(em: SqlEntityManager, caller: Caller, query: DeviceQuery) {
  const page = pageOf(query, { cap: 100_000 })
  const where = { ...conditions(query), ...deviceScope(caller) }
  const rows = await em.createQueryBuilder(Device, 'd').select([...columns]).where(where).orderBy(orderOf(query.sort, sortable))
    .limit(page.limit, page.offset).execute<Row[]>('all')
  const total = await em.count(Device, where)
  const [models, accesses, groups] = [
    await byId(em, Model, rows.map(row => row.model)), await byId(em, Access, rows.map(row => row.access)), await byId(em, Group, rows.map(row => row.group)),
  ]
  const devices = rows.map((row): ShownDevice => Object.assign(row, {
    model: row.model === null ? null : models.get(row.model) ?? null, access: row.access === null ? null : accesses.get(row.access) ?? null, group: groups.get(row.group)!,
  }))
  return { devices, meta: { total, ...page } }
}
