import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes/index.ts'
import { ConditionView } from './asked/conditions.ts'
import { schemas } from './schemas.ts'
import { setup, started, stop } from './setup.ts'
import { conditions } from './sources/index.ts'
import { http } from './stream/stream.ts'
import { translations } from './translations/index.ts'
import { WindowView } from './windows/bodies.ts'

export default definePlugin({
  id: 'events',
  api: 1,
  requires: ['identity', 'inventory'],
  after: ['interface-marks', 'metrics', 'pollers'],
  config: Config,
  permissions,
  schemas: [...schemas, ConditionView, WindowView],
  errors,
  migrations,
  setup,
  routes,
  jobs,
  conditions,
  http,
  translations,
  started,
  stop,
})
