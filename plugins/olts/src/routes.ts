import { ponOntsStatus } from '@linecard/driver-kit/modules'
import { liveRoute, type Context, type Routes } from '@linecard/plugin-kit'
import { onuRoute } from './onu/route.ts'
import { variablesRoute } from './templates/variables.ts'
import { treeRoutes } from './tree/routes.ts'
import { reads } from './reads.ts'

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/olts/${name}`,
      operationId: `olts.${name}.read`,
      tag: 'olts',
      permission: 'olts_info',
      only: ponOntsStatus,
    })
  }
  variablesRoute(declare, ctx)
  treeRoutes(declare, ctx)
  onuRoute(declare, ctx)
}
