import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { doctor } from './doctor.ts'
import { entities } from './entities/index.ts'
import { errors } from './errors.ts'
import { createFirstOwner } from './first-start.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { setup } from './setup.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'identity',
  api: 1,
  config: Config,
  permissions,
  schemas,
  errors,
  entities,
  migrations,
  sealed: [
    {
      table: 'identity_two_factor',
      column: 'secret',
      name: 'user_id',
      what: 'two-factor authentication of user',
      withoutKey: 'delete',
    },
  ],
  setup,
  doctor,
  routes,
  jobs,
  usage,
  started: ({ ctx }) => createFirstOwner(ctx),
  stop({ authenticate, attempts }) {
    authenticate.stop()
    attempts.stop()
  },
})
