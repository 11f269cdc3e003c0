import { definePlugin, liveRoute } from '@linecard/plugin-kit'
import { permissions } from './permissions.ts'
import { reads } from './reads.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'routers',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  permissions,
  routes(declare, ctx) {
    for (const [name, read] of Object.entries(reads)) {
      liveRoute(declare, ctx, {
        ...read,
        path: `/component/routers/${name}`,
        operationId: `routers.${name}.read`,
        tag: 'routers',
        permission: 'routers_info',
      })
    }
  },
  translations,
})
