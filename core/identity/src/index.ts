import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { Role, Session, TwoFactor, User, UserGroup } from './entities/index.ts'
import { errors } from './errors.ts'
import { createFirstOwner } from './first-start.ts'
import { makeIdentity } from './identity.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { authService, signInBlocks } from './service.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'identity',
  api: 1,
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [Role, User, UserGroup, Session, TwoFactor],
  migrations,
  async setup(ctx) {
    await createFirstOwner(ctx)
    const identity = makeIdentity(ctx)
    ctx.provide('auth', authService(identity))
    ctx.provide('sign-in-blocks', signInBlocks(identity))
    return identity
  },
  routes,
  jobs,
  usage,
  stop({ authenticate, attempts }) {
    authenticate.stop()
    attempts.stop()
  },
})
