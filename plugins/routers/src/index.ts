import { definePlugin, liveRoute } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { permissions } from './permissions.ts'
import { reads } from './reads.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'routers',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  setup: ctx => ctx,
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
