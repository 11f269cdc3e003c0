import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Type as T, type Static } from 'typebox'
import { Id, closedObject, containing, listQuery, orderOf, pageOf, text, type Caller } from '@linecard/plugin-kit'
import { Device, Interface } from '../entities/index.ts'
import { deviceScope } from '../scope.ts'

export const InterfaceQuery = closedObject({
  ...listQuery,
  device_id: T.Optional(Id),
  type: T.Optional(text(30)),
  status: T.Optional(text(30)),
  query: T.Optional(text(200, { description: 'Part of name, description, comment, serial number, MAC, contract or subscriber address' })),
})
type Query = Static<typeof InterfaceQuery>

const columns = [
  'id', 'device', 'bindKey', 'parentBindKey', 'name', 'type', 'status', 'adminState', 'statusChangedAt', 'description', 'serial', 'mac', 'comment', 'agreement', 'billingLink',
  'ip', 'params', 'pollEnabled', 'coordinates', 'createdAt', 'updatedAt',
] as const
type Row = Omit<Pick<Interface, typeof columns[number]>, 'device'> & { device: number }
export type ShownInterface = Omit<Row, 'device'> & { device: Pick<Device, 'id' | 'ip' | 'name'> }

const sortable = {
  id: 'id', name: 'name', type: 'type', status: 'status', status_changed: 'statusChangedAt', bind_key: 'bindKey', description: 'description',
  device_id: 'device.id', device_ip: 'device.ip', device_name: 'device.name', created_at: 'createdAt', updated_at: 'updatedAt',
}
const searched = ['name', 'description', 'comment', 'serial', 'mac', 'agreement', 'ip'] as const

function conditions(caller: Caller, { device_id: id, type, status, query }: Query) {
  const like = query === undefined ? null : { $ilike: containing(query) }
  const device = { ...(id === undefined ? {} : { id }), ...deviceScope(caller) }
  return {
    ...(Object.keys(device).length ? { device } : {}),
    ...(type === undefined ? {} : { type }), ...(status === undefined ? {} : { status }),
    ...(like ? { $or: searched.map(field => ({ [field]: like })) } : {}),
  }
}

/** Rows with the few facts of their devices; like lists of devices not made into entities, for an OLT has thousands. */
async function shown(em: SqlEntityManager, rows: readonly Row[]): Promise<ShownInterface[]> {
  const ids = [...new Set(rows.map(row => row.device))]
  const devices = ids.length ? await em.find(Device, { id: { $in: ids } }, { fields: ['id', 'ip', 'name'] }) : []
  const byId = new Map(devices.map(({ id, ip, name }) => [id, { id, ip, name }]))
  return rows.map(row => Object.assign(row, { device: byId.get(row.device)! }))
}

/** A page of the interfaces that the caller sees, and how many there are. */
export async function listInterfaces(em: SqlEntityManager, caller: Caller, query: Query) {
  const page = pageOf(query, { cap: 100_000 })
  const where = conditions(caller, query)
  const rows = await em.createQueryBuilder(Interface, 'i').select([...columns]).where(where).orderBy(orderOf(query.sort, sortable)).limit(page.limit, page.offset).execute<Row[]>('all')
  return { interfaces: await shown(em, rows), meta: { total: await em.count(Interface, where), ...page } }
}

/** All interfaces of a device, in the order of their bind keys. The caller must be known to see the device. */
export const interfacesOf = async (em: SqlEntityManager, device: number): Promise<ShownInterface[]> =>
  shown(em, await em.createQueryBuilder(Interface, 'i').select([...columns]).where({ device }).orderBy({ bindKey: 'asc' }).execute<Row[]>('all'))
