import { definePlugin } from '@linecard/plugin-kit'
import type { Attachments } from './attachments.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { gaugesOf, metrics } from './metrics.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { storageOf } from './storage/index.ts'
import { translations } from './translations/index.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'attachments',
  api: 1,
  requires: ['inventory'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup: (ctx): Attachments => ({ ctx, storage: storageOf(ctx), gauges: gaugesOf(ctx) }),
  routes,
  jobs,
  metrics,
  usage,
  translations,
})
