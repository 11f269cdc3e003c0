import { closedObject, type Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import { DeviceQuery } from '../../devices/bodies.ts'
import { conditionsOf } from '../../devices/conditions.ts'
import { Access, Group, Model } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { csvQuery, type CsvColumns } from '@linecard/plugin-kit/csv'
import { keyset, lookup } from './pages.ts'

export const DeviceExportQuery = closedObject({
  ...T.Omit(DeviceQuery, ['ip', 'limit', 'offset', 'sort']).properties,
  ...csvQuery,
})

const select = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('inventory_device as d')
    .select(['d.id', 'd.ip', 'd.name', 'd.location', 'd.description', 'd.mac', 'd.serial'])
    .select(['d.coordinates', 'd.enabled', 'd.status'])
    .select(['d.status_changed_at', 'd.refreshed_at', 'd.created_at'])
    .select(['d.model_id', 'd.access_id', 'd.group_id'])
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]
type Named = Row & { model: Model | null; access: Access | null; group: Group | null }

/**
 * First the columns that an import reads. It ignores the others, which are for people. Credentials are in no
 * export: the access profile stands there by its name.
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
  'status changed': row => row.status_changed_at,
  'interfaces read': row => row.refreshed_at,
  added: row => row.created_at,
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
    select(ctx.em()).where(where).where('d.id', '>', after).orderBy('d.id').limit(limit).execute(),
  )
  for await (const rows of pages) {
    const em = ctx.em()
    await models.load(
      em,
      rows.map(row => row.model_id),
    )
    await accesses.load(
      em,
      rows.map(row => row.access_id),
    )
    await groups.load(
      em,
      rows.map(row => row.group_id),
    )
    yield rows.map(row => ({
      ...row,
      model: models.get(row.model_id),
      access: accesses.get(row.access_id),
      group: groups.get(row.group_id),
    }))
  }
}
