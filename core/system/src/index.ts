import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { SystemAction } from './entities/action.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'

export default definePlugin({
  id: 'system',
  api: 1,
  requires: ['identity'],
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [SystemAction],
  migrations,
  setup,
  routes,
  jobs,
  metrics: ({ actions }) => actions.metrics,
  stop: ({ stop }) => stop(),
})
