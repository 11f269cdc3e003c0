import { definePlugin } from '@linecard/plugin-kit'
import { commands } from './commands/index.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { preparation } from './prepare.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup, stop } from './setup.ts'
import { translations } from './translations/index.ts'

export default definePlugin({
  id: 'macros',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  setup(ctx) {
    const macros = setup(ctx)
    ctx.provide('macros', preparation(macros))
    return macros
  },
  routes,
  jobs,
  commands,
  stop,
  translations,
})
