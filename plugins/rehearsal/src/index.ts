import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { metrics } from './metrics.ts'
import { permissions } from './permissions.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'rehearsal',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  errors,
  setup,
  metrics,
  translations,
  stop: ({ copies }) => copies.stop(),
})
