import { definePlugin } from '@linecard/plugin-kit'
import { commands } from './commands/index.ts'
import { Config } from './config.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { metrics } from './metrics.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { stage } from './rehearse.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup, takeOver } from './setup.ts'
import { translations } from './translations/index.ts'
import { readUnregistered } from './unregistered/read.ts'

export default definePlugin({
  id: 'onts-registration',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  migrations,
  sealed: [
    {
      table: 'onts_registration_run',
      column: 'script',
      name: 'ident',
      what: 'registration of an ONU',
      withoutKey: 'clear',
    },
    {
      table: 'onts_registration_row',
      column: 'task',
      name: 'ident',
      what: 'row of a batch of registrations',
      withoutKey: 'clear',
    },
    {
      table: 'onts_registration_plan',
      column: 'asked',
      name: 'id',
      what: 'plan of a registration',
      withoutKey: 'delete',
    },
  ],
  setup(ctx) {
    const parts = setup(ctx)
    ctx.provide('onts-registration', stage(parts))
    ctx.provide('waiting-onus', {
      async counted(caller, signal) {
        const answers = await readUnregistered(parts, { caller, from: 'store', signal })
        const waiting = answers.filter(({ rows }) => rows.length > 0)
        return { onus: waiting.reduce((sum, { rows }) => sum + rows.length, 0), olts: waiting.length }
      },
    })
    return parts
  },
  routes,
  jobs,
  commands,
  metrics,
  // The start does not wait for OLTs.
  started: parts => parts.work(takeOver(parts)),
  stop: parts => parts.stop(),
  translations,
})
