import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { Access, Device, Group, Interface, Model } from './entities/index.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { lightRules } from './light-rules.ts'
import { migrations } from './migrations/index.ts'
import { keepOnus } from './interfaces/onus/keep.ts'
import { pollers } from './interfaces/pollers.ts'
import { keepSightings } from './interfaces/sightings/keep.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { places, search } from './search/index.ts'
import { setup, stop } from './setup.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'inventory',
  api: 1,
  requires: ['identity', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [Group, Model, Access, Device, Interface],
  migrations,
  sealed: [
    {
      table: 'inventory_access',
      column: 'secrets',
      name: 'name',
      what: 'access profile',
      withoutKey: 'clear',
    },
    { table: 'inventory_device', column: 'secrets', name: 'ip', what: 'device', withoutKey: 'clear' },
    { table: 'inventory_model', column: 'secrets', name: 'key', what: 'model', withoutKey: 'clear' },
  ],
  setup,
  routes,
  jobs,
  pollers,
  keeps: { onus: keepOnus, sightings: keepSightings },
  rules: lightRules,
  usage,
  search,
  places,
  stop,
})
