import { definePlugin } from '@linecard/plugin-kit'
import { config } from './config.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { permissions } from './permissions.ts'
import { Place } from './schemas.ts'
import { placeRoutes } from './routes.ts'

export default definePlugin({
  id: 'places',
  api: 1,
  requires: ['inventory'],
  config,
  permissions,
  schemas: [Place],
  errors,
  migrations,
  setup: ctx => ctx,
  routes: placeRoutes,
})
