import { definePlugin } from '@linecard/plugin-kit'
import { conditions } from './conditions.ts'
import { Config } from './config.ts'
import { doctor } from './doctor.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup, started, stop } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'traps',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  doctor,
  routes,
  jobs,
  conditions,
  metrics: ({ counts }) => counts.metrics,
  translations,
  started,
  stop,
})
