import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'search-device',
  api: 1,
  requires: ['identity', 'equipment', 'inventory'],
  config: Config,
  permissions,
  schemas,
  errors,
  setup,
  routes,
  metrics: ({ metrics }) => metrics,
  translations,
})
