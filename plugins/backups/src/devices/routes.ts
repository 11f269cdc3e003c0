import { Type as T } from 'typebox'
import {
  DeviceParams,
  Id,
  ListMeta,
  Reply,
  closedObject,
  listQuery,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { listDevices } from './list.ts'
import { linksOf } from './links.ts'
import { LinksView, ModelView, StatusView, statuses } from './schemas.ts'
import { deviceShown } from '../versions/shown.ts'

const tag = 'backup-tool'
const permission = 'backups_view'
const common = { tag, permission, scope: 'group' } as const

const DevicesQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  status: T.Optional(T.Enum([...statuses], { description: 'Of the last reading' })),
  enabled: T.Optional(T.Boolean({ description: 'Read in their time, or not' })),
  device_id: T.Optional({ ...Id, description: 'Only this device' }),
  group_id: T.Optional({ ...Id, description: 'Only devices of this group' }),
  model_id: T.Optional({ ...Id, description: 'Only devices of this model' }),
  search: T.Optional(text(100, { description: 'Part of a name or an address' })),
})
const ModelsQuery = closedObject({
  readable: T.Optional(T.Boolean({ description: 'Only those that are, or are not' })),
})

export function deviceRoutes(declare: Routes, backups: Base): void {
  declare.get(
    '/component/backups/devices',
    {
      operationId: 'backups.devices.list',
      ...common,
      summary: 'Backup status of devices',
      description: 'Devices whose model can be read, with the time of the next reading and the last error.',
      query: DevicesQuery,
      response: T.Array(StatusView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 1000 })
      const { rows, total } = await listDevices(backups, caller, query, page)
      return new Reply(rows, { total, ...page })
    },
  )

  declare.get(
    '/component/backups/supported-models',
    {
      operationId: 'backups.models.list',
      scope: 'all',
      tag,
      permission,
      summary: 'Models, and whether their configurations can be read',
      description: 'Models of all drivers. The console of a readable one prints its whole configuration.',
      query: ModelsQuery,
      response: T.Array(ModelView),
    },
    ({ query }) => {
      const { readable: known } = backups.ctx.use('configurations')
      return backups.ctx.drivers
        .flatMap(({ vendor, models }) =>
          models.map(({ key, name, type }) => ({ key, name, vendor, type, readable: known(key) })),
        )
        .filter(({ readable }) => query.readable === undefined || readable === query.readable)
    },
  )

  declare.get(
    '/component/backups/:deviceId/status',
    {
      operationId: 'backups.status.get',
      ...common,
      summary: 'Backup status of a device',
      description: 'Also of a device that was never read, or that is switched off.',
      params: DeviceParams,
      response: StatusView,
    },
    async ({ caller, params }) => {
      const { id } = await deviceShown(backups, params.deviceId, caller)
      const { rows } = await listDevices(backups, caller, { device_id: id }, { limit: 1, offset: 0 })
      return rows[0]!
    },
  )

  declare.get(
    '/component/backups/:deviceId/links',
    {
      operationId: 'backups.links.get',
      ...common,
      summary: 'Where the configuration of a device can be seen',
      description:
        'Addresses in the panel, the git repository and an Oxidized, as far as the settings name them.',
      params: DeviceParams,
      response: LinksView,
    },
    async ({ caller, params }) => {
      const { id } = await deviceShown(backups, params.deviceId, caller)
      return linksOf(backups, id, caller)
    },
  )
}
