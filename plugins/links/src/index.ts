import { definePlugin } from '@linecard/plugin-kit'
import { conditions } from './conditions.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { keeps, pollers } from './pollers.ts'
import { routes } from './routes.ts'
import { rules } from './rules.ts'
import { schemas } from './named-schemas.ts'
import { setup, stop } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'links',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  after: ['metrics'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup,
  routes,
  jobs,
  conditions,
  rules,
  pollers,
  keeps,
  translations,
  stop,
})
