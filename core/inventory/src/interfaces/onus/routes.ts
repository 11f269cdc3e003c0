import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { OnuQuery } from './bodies.ts'
import { listOnus } from './find.ts'
import { OnuView } from './schemas.ts'
import { onuView } from './view.ts'

export function onuRoutes(routes: Routes, { ctx }: Inventory): void {
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
      const { onus, meta } = await listOnus(ctx.em(), caller, body)
      return new Reply(onus.map(onuView), meta)
    },
  )
}
