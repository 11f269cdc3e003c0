import type { Caller } from '@linecard/plugin-kit'
import { SYSTEM_USER, User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { acceptPin, isEnabled } from '../two-factor/service.ts'
import { assertHolds, assertNotBuiltIn } from '../users/rules.ts'
import { assertMayManage, assertOwnPassword, loginIs, userById } from '../users/service.ts'
import { strictMatcher } from '../users/strict-access.ts'
import { userView } from '../users/view.ts'
import { rememberAddress } from './attempts.ts'
import { permissionsOf } from './authenticate.ts'
import { lifetimeSec } from './keys.ts'
import { checkPassword } from './passwords.ts'
import { notNetworks } from './networks.ts'
import { limitsOf, openSession } from './sessions.ts'

interface Given {
  login: string
  password: string
  pin?: string
}
interface From {
  ip: string
  device: string
}

/**
 * Opens a session for a login, a password and, where it is on, a second factor. Takes as long for an unknown
 * login as for a wrong password.
 */
export async function signIn(identity: Identity, { login, password, pin }: Given, { ip, device }: From) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await em.findOne(User, loginIs(login), { populate: ['role', 'passwordHash'] })
  const able = user?.status === 'ENABLED' && user.id !== SYSTEM_USER
  let wrong: 'IDENTITY_SIGN_IN_FAILED' | 'IDENTITY_PIN_WRONG' = 'IDENTITY_SIGN_IN_FAILED'
  const right = await identity.attempts.run(ip, login, async () => {
    if (!(await checkPassword(able ? user.passwordHash : null, password)) || !user) return false
    if (!(await isEnabled(em, user.id))) return true
    if (!pin)
      throw fail('IDENTITY_PIN_MISSING', {}, [
        { path: 'pin', message: 'code of your authenticator, or a recovery code' },
      ])
    wrong = 'IDENTITY_PIN_WRONG'
    return acceptPin(identity, user.id, pin)
  })
  if (!right || !user) throw fail(wrong)
  if (!strictMatcher(user.settings)(ip)) throw fail('IDENTITY_ADDRESS_REFUSED', { ip })
  await rememberAddress(em, user.id, ip, ctx.clock())
  const session = await openSession(em, user, ctx.clock(), {
    ttlSec: ctx.config.session_ttl_sec,
    manual: false,
    ip,
    device: device.slice(0, 300),
  })
  return { key: session.key, expired_at: session.expiresAt, user: await userView(ctx, user) }
}

export interface KeyWish {
  expire: string
  description?: string
  password: string
  networks?: string[]
  permissions?: string[]
}

/**
 * A key for a program. Never for a user who holds what the caller lacks, and never less limited than the
 * caller's own key.
 */
export async function generateKey(
  identity: Identity,
  caller: Caller,
  userId: number,
  wish: KeyWish,
  ip: string,
) {
  const ttlSec = lifetimeSec(wish.expire)
  const wrong = notNetworks(wish.networks ?? [])
  if (wrong.length)
    throw fail(
      'IDENTITY_NETWORK_INVALID',
      { network: wrong[0] },
      wrong.map(network => ({ path: 'networks', message: `"${network}" is no address or network` })),
    )
  await assertOwnPassword(identity, caller, ip, wish.password)
  const em = identity.ctx.em()
  const user = await userById(em, userId)
  if (caller.userId === userId) assertNotBuiltIn(user)
  else assertMayManage(identity, caller, user)
  const held = permissionsOf(identity.ctx, user.role)
  const beyond = wish.permissions?.filter(key => !held.includes(key)) ?? []
  if (beyond.length)
    throw fail(
      'IDENTITY_PERMISSION_NOT_HELD',
      { keys: beyond.slice(0, 5).join(', ') },
      beyond.map(key => ({ path: 'permissions', message: `not held: ${key}` })),
    )
  assertHolds(caller, wish.permissions ?? held)
  const limits = await limitsOf(em, caller)
  const session = await openSession(em, user, identity.ctx.clock(), {
    ttlSec,
    manual: true,
    description: wish.description,
    ip,
    networks: limits.networks ?? (wish.networks?.length ? wish.networks : null),
    permissions: wish.permissions ?? null,
  })
  return { id: session.id, key: session.key, expired_at: session.expiresAt }
}
