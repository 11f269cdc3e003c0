import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { metrics } from './metrics.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'rehearsal',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  after: ['macros', 'onts-registration'],
  config: Config,
  permissions,
  schemas,
  errors,
  setup,
  routes,
  metrics,
  translations,
  stop: ({ copies }) => copies.stop(),
})
