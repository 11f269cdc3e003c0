import type { Auth, SignInBlocks } from '@linecard/plugin-kit'
import { unblock } from './attempts/store.ts'
import { assertNotBuiltIn } from './callers/rules.ts'
import { fail } from './errors.ts'
import type { Identity } from './identity.ts'
import { lifetimeSec } from './sessions/keys.ts'
import { openSession } from './sessions/store.ts'
import { confirmCaller } from './sign-in/confirm.ts'
import { userByLogin } from './users/find.ts'

export const authService = (identity: Identity): Auth => ({
  async authenticate({ key, ip, distrust, headers }) {
    if (key) return identity.authenticate.byKey(key, { ip, headers })
    if (!identity.isTrusted(ip)) return null
    if (distrust !== null) throw fail('IDENTITY_NOT_TRUSTED', { why: distrust })
    return identity.authenticate.system()
  },
  confirm: (caller, proof) => confirmCaller(identity, caller, proof),
  system: identity.authenticate.system,
  async issueKey(login, lifetime, description = '') {
    const ttlSec = lifetimeSec(lifetime)
    const em = identity.ctx.em()
    const user = await userByLogin(em, login)
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
