import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { createTotals } from '../totals.ts'
import { OnuQuery } from './bodies.ts'
import { listedOnus } from './listed.ts'
import { OnuView } from './schemas.ts'

export function onuRoutes(routes: Routes, { ctx }: Inventory): void {
  const totals = createTotals()
  routes.put(
    '/device-interface/ont-list',
    {
      operationId: 'inventory.onus.list',
      scope: 'group',
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
      const { onus, meta } = await listedOnus(ctx.em(), caller, body, totals)
      return new Reply(onus, meta)
    },
  )
}
