import { definePlugin } from '@linecard/plugin-kit'
import { conditions } from './conditions.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup, started, stop } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'backups',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  after: ['pollers', 'events'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  sealed: [
    {
      table: 'backups_key',
      column: 'sealed',
      name: 'id',
      what: 'key of all stored configurations',
      withoutKey: 'delete',
    },
  ],
  setup,
  routes,
  jobs,
  conditions,
  metrics: ({ counts }) => counts.metrics,
  translations,
  started,
  stop,
})
