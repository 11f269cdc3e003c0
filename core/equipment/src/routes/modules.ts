import { DeviceParams, closedObject, deviceNamed, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { ModuleInfo } from '../schemas.ts'
import type { EquipmentContext } from '../setup.ts'

export function moduleRoutes(routes: Routes, { ctx, equipment }: EquipmentContext): void {
  routes.get(
    '/switcher-core/:deviceId/modules',
    {
      operationId: 'equipment.device.modules',
      scope: 'group',
      tag: 'switcher-core',
      summary: 'Modules that the device supports',
      permission: 'device_show',
      description:
        'Modules that the model of this device supports, by name; with `detailed=true` objects with ' +
        'kind, permission, and the schemas of arguments and result. The device is not asked.',
      params: DeviceParams,
      query: closedObject({ detailed: T.Optional(T.Boolean({ description: 'Objects in place of names' })) }),
      response: T.Union([T.Array(T.String()), T.Array(ModuleInfo)]),
      example: ['interfaces_list', 'supported_modules', 'system'],
    },
    async ({ params, query, caller }) => {
      const { modelKey } = await deviceNamed(ctx, params.deviceId, caller)
      const modules = equipment.modules(modelKey)
      return query.detailed
        ? modules.map(({ name, kind, permission, summary, args, result }) => ({
            name,
            kind,
            permission,
            summary,
            args,
            result,
          }))
        : modules.map(({ name }) => name)
    },
  )

  routes.get(
    '/system-switcher-core/modules',
    {
      operationId: 'equipment.modules.list',
      scope: 'all',
      tag: 'system-switcher-core',
      summary: 'All modules, of all devices',
      description:
        'Modules of all installed drivers, by name. What one device supports: ' +
        '`GET /switcher-core/{deviceId}/modules`.',
      permission: 'log_switcher_core_actions',
      response: T.Array(T.String()),
      example: ['fdb', 'interfaces_list', 'system'],
    },
    () => [...equipment.catalogue.keys()].toSorted(),
  )
}
