import { definePlugin } from '@linecard/plugin-kit'
import { schemas } from './answers/bodies.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { pollers, pollStores } from './pollers.ts'
import { routes } from './routes.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'metrics',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  after: ['interface-marks'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  routes,
  jobs,
  pollers,
  pollStores,
  metrics: ({ counts }) => counts.metrics,
  usage,
  translations,
  stop: ({ buffer }) => buffer.stop(),
})
