import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { markSource } from './search.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'interface-marks',
  api: 1,
  requires: ['identity', 'inventory'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  routes,
  search: { mark: markSource },
  metrics: ({ counts }) => counts.metrics,
  usage,
  translations,
})
