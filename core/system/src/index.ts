import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { SystemAction } from './logs/entity.ts'
import { logJobs } from './logs/retention.ts'
import { setup, type System } from './logs/service.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { scheduleJobs } from './schedule/jobs.ts'
import { schemas } from './schemas.ts'

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
  jobs: { ...scheduleJobs, ...logJobs },
  metrics: ({ actions }: System) => actions.metrics,
  stop: ({ actions }: System) => actions.stop(),
})
