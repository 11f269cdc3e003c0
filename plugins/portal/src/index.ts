import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { portalRoutes } from './routes.ts'
import { schemas } from './schemas.ts'
import { translations } from './translations.ts'

export default definePlugin({
  id: 'portal',
  api: 1,
  requires: ['identity'],
  config: Config,
  permissions,
  schemas,
  errors,
  translations,
  routes: portalRoutes,
})
