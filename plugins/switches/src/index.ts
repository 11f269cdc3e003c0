import { definePlugin } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'switches',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: T.Object({}, { additionalProperties: false }),
  permissions,
  errors,
  setup: ctx => ctx,
  routes,
  translations,
})
