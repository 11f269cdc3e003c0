import { definePlugin } from '@linecard/plugin-kit'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'olts-control',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  permissions,
  routes,
  translations,
})
