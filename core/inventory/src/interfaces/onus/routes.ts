import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { devicesById } from '../../devices/list.ts'
import type { Inventory } from '../../inventory.ts'
import { createTotals } from '../totals.ts'
import { OnuQuery } from './bodies.ts'
import { duplicatesOf } from './duplicates.ts'
import { listOnus } from './find.ts'
import { OnuView } from './schemas.ts'
import { onuView } from './view.ts'

export function onuRoutes(routes: Routes, { ctx }: Inventory): void {
  const totals = createTotals()
  routes.put(
    '/device-interface/ont-list',
    {
      operationId: 'inventory.onus.list',
      tag: 'device-interface',
      summary: 'Stored ONUs with their optics, filtered and sorted; changes nothing',
      permission: 'device_show',
      readOnly: true,
      description:
        'Answers with what was last read from the devices. All conditions must hold. ' +
        'Unknown values come last in every order.',
      body: OnuQuery,
      response: T.Array(OnuView),
      meta: ListMeta,
    },
    async ({ caller, body }) => {
      const em = ctx.em()
      const { onus, meta } = await listOnus(em, caller, body, totals)
      const devices = await devicesById(em, [...new Set(onus.map(onu => onu.device_id))])
      // A device may have been removed in the meantime, with its ONUs.
      const duplicates = await duplicatesOf(
        em,
        caller,
        onus.map(({ id }) => id),
      )
      const rows = onus.flatMap(onu => {
        const device = devices.get(onu.device_id)
        return device ? [onuView(onu, device, duplicates.get(onu.id))] : []
      })
      return new Reply(rows, meta)
    },
  )
}
