import { definePlugin } from '@linecard/plugin-kit'
import { ArpPing } from './arp.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { permissions } from './permissions.ts'
import { PingView, TraceView } from './reach.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'diagnostic',
  api: 1,
  requires: ['identity', 'equipment', 'inventory', 'system'],
  config: Config,
  permissions,
  schemas: [...schemas, ArpPing, PingView, TraceView],
  errors,
  routes,
  translations,
})
