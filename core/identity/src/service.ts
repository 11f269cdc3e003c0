import type { Auth, People, SignInBlocks } from '@linecard/plugin-kit'
import { forgetFailures } from './attempts/store.ts'
import { rolePermissions } from './callers/permissions.ts'
import { assertNotBuiltIn, mayManage } from './callers/rules.ts'
import { Role, User } from './entities/index.ts'
import { fail } from './errors.ts'
import type { Identity } from './identity.ts'
import { lifetimeSec } from './sessions/keys.ts'
import { openSession } from './sessions/store.ts'
import { confirmCaller } from './sign-in/confirm.ts'
import { userById, userByLogin } from './users/find.ts'

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

export const peopleService = ({ ctx }: Identity): People => ({
  async person({ userId }) {
    const { id, login, name, role } = await userById(ctx.em(), userId)
    return { id, login, name, role: { id: role.id, name: role.name } }
  },
  async callers(ids) {
    const found = await ctx
      .em()
      .find(User, { id: { $in: [...new Set(ids)] }, status: 'ENABLED' }, { populate: ['role'] })
    return new Map(
      found.map(user => {
        const permissions = new Set(rolePermissions(ctx, user.role))
        const groupIds = user.groupIds ?? null
        return [user.id, { userId: user.id, login: user.login, permissions, groupIds, sessionId: null }]
      }),
    )
  },
  async manageable(caller, ids) {
    const others = ids.filter(id => id !== caller.userId)
    const found = await ctx.em().find(User, { id: { $in: [...new Set(others)] } }, { populate: ['role'] })
    const managed = found.filter(user => mayManage(ctx, caller, user)).map(({ id }) => id)
    return new Set(others.length < ids.length ? [caller.userId, ...managed] : managed)
  },
  async unknownRoles(ids) {
    const known = new Set((await ctx.em().find(Role, { id: { $in: [...ids] } })).map(({ id }) => id))
    return ids.filter(id => !known.has(id))
  },
})

export const signInBlocks = (identity: Identity): SignInBlocks => ({
  async lift(address) {
    const forgotten = await forgetFailures(identity.ctx.em(), address)
    await identity.changed()
    return forgotten
  },
})
