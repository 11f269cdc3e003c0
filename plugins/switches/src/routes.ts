import { liveRoute, type Context, type Routes } from '@linecard/plugin-kit'
import { changeRoutes } from './changes/index.ts'
import { reads } from './reads.ts'

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/switches/${name}`,
      operationId: `switches.${name}.read`,
      tag: 'switches',
      permission: 'switches_info',
    })
  }
  changeRoutes(declare, ctx)
}
