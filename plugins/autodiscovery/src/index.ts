import { definePlugin } from '@linecard/plugin-kit'
import { commands } from './commands.ts'
import { Config } from './config.ts'
import { Found, Rule, Run } from './entities/index.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'autodiscovery',
  api: 1,
  requires: ['identity', 'equipment', 'inventory'],
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [Rule, Run, Found],
  migrations,
  routes,
  jobs,
  commands,
  translations,
})
