import { Type as T } from 'typebox'
import { DeviceParams, closedObject, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import type { Base } from '../base.ts'
import { deviceRows, ofDevices, statusView, statusViews } from './list.ts'
import { linksOf } from './links.ts'
import { LinksView, ModelView, StatusView } from './schemas.ts'
import { acceptHeld, refuseHeld } from '../versions/decide.ts'
import { deviceShown } from '../versions/shown.ts'

const tag = 'backup-tool'
const permission = 'backups_view'
const common = { tag, permission, scope: 'group' } as const

const ModelsQuery = closedObject({
  readable: T.Optional(T.Boolean({ description: 'Only those that are, or are not' })),
})

export function deviceRoutes(declare: Routes, base: Base): void {
  listRoute(declare, base.ctx, {
    ...common,
    ...ofDevices,
    path: '/component/backups/devices',
    operationId: 'backups.devices.list',
    summary: 'Backup status of devices',
    description: 'Devices whose model can be read, with the time of the next reading and the last error.',
    view: StatusView,
    rows: ({ em, caller }) => deviceRows(base, em, caller),
    shown: (rows, { caller }) => statusViews(base, caller, rows),
  })

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
      const { readable: known } = base.ctx.use('configurations')
      return base.ctx.drivers
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
      const { id } = await deviceShown(base, params.deviceId, caller)
      return statusView(base, caller, id)
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
      const { id } = await deviceShown(base, params.deviceId, caller)
      return linksOf(base, id, caller)
    },
  )
}

const decided = {
  tag: 'backup-tool',
  permission: 'backups_run',
  params: DeviceParams,
  response: StatusView,
  errors: [409],
} as const

/** Decisions of people about configurations that are suspiciously short. */
export function heldRoutes(declare: Routes, base: Base): void {
  const decision = (
    path: 'accept' | 'refuse',
    summary: string,
    description: string,
    decide: (device: { id: number; model_key: string | null }) => Promise<void>,
  ) =>
    declare.post(
      `/component/backups/:deviceId/held/${path}`,
      { ...decided, operationId: `backups.held.${path}`, scope: 'group', summary, description },
      async ({ caller, params }) => {
        const device = await deviceShown(base, params.deviceId, caller)
        await decide(device)
        return statusView(base, caller, device.id)
      },
    )
  decision(
    'accept',
    'Stores the configuration that was held back',
    'It becomes the current version, although it is suspiciously short.',
    device => acceptHeld(base, device),
  )
  decision(
    'refuse',
    'Drops the configuration that was held back',
    'The same text is held back again, and a second reading does not confirm it.',
    ({ id }) => refuseHeld(base, id),
  )
}
