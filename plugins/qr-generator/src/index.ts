import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { createDrawer } from './drawer.ts'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { routes, type Generator } from './routes.ts'
import { schemas } from './schemas.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'qr-generator',
  api: 1,
  requires: ['inventory', 'system'],
  config: Config,
  permissions,
  schemas,
  errors,
  setup: (ctx): Generator => ({ ctx, drawer: createDrawer(ctx.log) }),
  routes,
  translations,
  stop: ({ drawer }) => drawer.stop(),
})
