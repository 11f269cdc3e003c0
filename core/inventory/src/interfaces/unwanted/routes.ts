import type { Routes } from '@linecard/plugin-kit'
import { deviceById } from '../../devices/find.ts'
import { DevicePath, idNamed } from '../../devices/named.ts'
import { UnwantedInterfaces } from '../../devices/schemas.ts'
import type { Inventory } from '../../inventory.ts'
import { unwantedOf } from './shown.ts'

export function unwantedRoutes(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device/:id/unwanted-interfaces',
    {
      operationId: 'inventory.device.unwanted',
      scope: 'group',
      tag: 'device',
      summary: 'Unwanted interfaces of a device',
      description:
        'By type or name: `params.unwanted_interfaces` of the device (`{"types": [], "names": []}`), else ' +
        'of its model, else the settings `inventory.unwanted_types` and `inventory.unwanted_names`. Those ' +
        'that its last list had are not stored, counted or polled. Stored ones about which somebody has ' +
        'written something stay, and are in `kept`.',
      permission: 'device_show',
      params: DevicePath,
      response: UnwantedInterfaces,
    },
    async ({ caller, params }) => {
      const em = ctx.em()
      const { id } = await deviceById(em, caller, await idNamed(em, caller, params.id))
      return unwantedOf(ctx, id)
    },
  )
}
