import { definePlugin } from '@linecard/plugin-kit'
import { channels } from './channels/index.ts'
import { Config } from './config.ts'
import { Contact } from './contacts/entity.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup, started, stop } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'notifications',
  api: 1,
  requires: ['identity', 'inventory', 'system', 'events'],
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [Contact],
  migrations,
  sealed: [
    {
      table: 'notifications_contact',
      column: 'sealed_value',
      name: 'value',
      what: 'address of a contact',
      withoutKey: 'delete',
    },
    {
      table: 'notifications_contact',
      column: 'secret',
      name: 'description',
      what: 'signing key of a contact',
      withoutKey: 'clear',
    },
  ],
  setup,
  routes,
  jobs,
  channels,
  metrics: ({ counts }) => counts.metrics,
  translations,
  started,
  stop,
})
