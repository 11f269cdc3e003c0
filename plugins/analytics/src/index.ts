import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { conditions } from './conditions/sources.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'analytics',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  after: ['metrics', 'onu-history', 'onts-registration', 'interface-marks'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  routes,
  jobs,
  conditions,
  translations,
})
