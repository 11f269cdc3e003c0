import { definePlugin } from '@linecard/plugin-kit'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'olts',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  permissions,
  errors,
  routes,
  translations,
})
