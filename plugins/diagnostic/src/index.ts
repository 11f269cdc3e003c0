import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes/index.ts'
import { schemas } from './schemas/index.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'diagnostic',
  api: 1,
  requires: ['identity', 'equipment', 'inventory', 'system'],
  config: Config,
  permissions,
  schemas,
  errors,
  routes,
  translations,
})
