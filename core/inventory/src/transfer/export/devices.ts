import { closedObject, type Caller } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { DeviceQuery } from '../../devices/bodies.ts'
import { conditionsOf } from '../../devices/list.ts'
import { Access, Device, Group, Model } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { csvQuery, type CsvColumns } from './csv.ts'
import { keyset, lookup } from './pages.ts'

export const DeviceExportQuery = closedObject({
  ...T.Omit(DeviceQuery, ['ip', 'limit', 'offset', 'sort']).properties,
  ...csvQuery,
})

const fields = [
  'id',
  'ip',
  'name',
  'location',
  'description',
  'model',
  'access',
  'group',
  'mac',
  'serial',
  'coordinates',
  'enabled',
  'status',
  'statusChangedAt',
  'refreshedAt',
  'createdAt',
] as const
type Row = Omit<Pick<Device, (typeof fields)[number]>, 'model' | 'access' | 'group'> & {
  model: number | null
  access: number | null
  group: number
}
type Named = Omit<Row, 'model' | 'access' | 'group'> & {
  model: Model | null
  access: Access | null
  group: Group | null
}

/**
 * What an import reads comes first; the rest is for people, and passed over by it. Credentials are in no
 * export: the access profile by its name.
 */
export const deviceColumns: CsvColumns<Named> = {
  ip: row => row.ip,
  name: row => row.name,
  'model key': row => row.model?.key,
  'access profile': row => row.access?.name,
  group: row => row.group?.name,
  location: row => row.location,
  description: row => row.description,
  mac: row => row.mac,
  serial: row => row.serial,
  enabled: row => row.enabled,
  latitude: row => row.coordinates?.lat,
  longitude: row => row.coordinates?.lon,
  model: row => row.model?.name,
  vendor: row => row.model?.vendor,
  type: row => row.model?.type,
  status: row => row.status,
  'status changed': row => row.statusChangedAt,
  'interfaces read': row => row.refreshedAt,
  added: row => row.createdAt,
}

/** Pages of the devices that the caller sees. */
export async function* devicePages(
  { ctx }: Pick<Inventory, 'ctx'>,
  caller: Caller,
  query: DeviceQuery,
): AsyncGenerator<Named[]> {
  const models = lookup<Model>(Model, ['key', 'name', 'vendor', 'type'])
  const accesses = lookup<Access>(Access, ['name'])
  const groups = lookup<Group>(Group, ['name'])
  const where = conditionsOf(caller, query)
  const pages = keyset((after, limit) =>
    ctx
      .em()
      .createQueryBuilder(Device, 'd')
      .select([...fields])
      .where(where.text, [...where.values])
      .andWhere({ id: { $gt: after } })
      .orderBy({ id: 'asc' })
      .limit(limit)
      .execute<Row[]>('all'),
  )
  for await (const rows of pages) {
    const em = ctx.em()
    await models.load(
      em,
      rows.map(row => row.model),
    )
    await accesses.load(
      em,
      rows.map(row => row.access),
    )
    await groups.load(
      em,
      rows.map(row => row.group),
    )
    yield rows.map(row => ({
      ...row,
      model: models.get(row.model),
      access: accesses.get(row.access),
      group: groups.get(row.group),
    }))
  }
}
