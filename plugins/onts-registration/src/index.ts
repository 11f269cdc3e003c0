import { definePlugin } from '@linecard/plugin-kit'
import { permissions } from './permissions.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'onts-registration',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  permissions,
  translations,
})
