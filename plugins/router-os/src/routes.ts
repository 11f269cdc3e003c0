import { liveRoute, type Context, type Routes } from '@linecard/plugin-kit'
import { reads } from './reads.ts'

export function routes(declare: Routes, ctx: Context): void {
  for (const [name, read] of Object.entries(reads)) {
    // Existing clients use the name `router_os` for the component.
    liveRoute(declare, ctx, {
      ...read,
      path: `/component/router_os/${name}`,
      operationId: `router-os.${name}.read`,
      tag: 'router-os',
      permission: 'router_os_info',
    })
  }
}
