import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { keeps } from './keeps.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'onu-history',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  routes,
  jobs,
  keeps,
  translations,
})
