import type { Auth, SignInBlocks } from '@linecard/plugin-kit'
import { unblock } from './access/attempts.ts'
import { lifetimeSec } from './access/keys.ts'
import { openSession } from './access/sessions.ts'
import { User } from './entities/index.ts'
import { fail } from './errors.ts'
import type { Identity } from './identity.ts'
import { assertNotBuiltIn } from './users/rules.ts'
import { loginIs } from './users/service.ts'

/** What other plugins and the guard ask of identity. */
export const authService = (identity: Identity): Auth => ({
  async authenticate({ key, ip, doubt, headers }) {
    if (key)
      return identity.authenticate.byKey(key, {
        ip,
        device: String(headers['user-agent'] ?? '').slice(0, 300),
      })
    if (!identity.trusted(ip)) return null
    if (doubt !== null) throw fail('IDENTITY_NOT_TRUSTED', { why: doubt })
    return identity.authenticate.system()
  },
  system: identity.authenticate.system,
  async issueKey(login, lifetime, description = '') {
    const ttlSec = lifetimeSec(lifetime)
    const em = identity.ctx.em()
    const user = await em.findOne(User, loginIs(login))
    if (!user) throw fail('IDENTITY_USER_UNKNOWN', { id: `"${login}"` })
    assertNotBuiltIn(user)
    const { id, key, expiresAt } = await openSession(em, user, identity.ctx.clock(), {
      ttlSec,
      manual: true,
      description,
    })
    return {
      id,
      user: { id: user.id, login: user.login, name: user.name },
      key,
      expired_at: expiresAt.toISOString(),
    }
  },
})

export const signInBlocks = (identity: Identity): SignInBlocks => ({
  async lift(address) {
    const lifted = await unblock(identity.ctx.em(), address, identity.ctx.clock())
    await identity.changed()
    return lifted
  },
})
