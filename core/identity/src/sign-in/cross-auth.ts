import type { Caller } from '@linecard/plugin-kit'
import { assertMayManage } from '../callers/rules.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { limitsOf, openSession } from '../sessions/store.ts'
import { userByLogin } from '../users/find.ts'
import { unknownAddress, type CrossAuthBody } from './bodies.ts'

/**
 * Opens a session for another user: a billing system whose staff also works here uses it. The user must have
 * no permission and no device group that the caller does not have. A key with networks gives only keys with
 * networks, and no key gives one that lives longer than itself.
 */
export async function crossAuth(
  identity: Identity,
  caller: Caller,
  { login, expire_sec, user_ip }: CrossAuthBody,
) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await userByLogin(em, login)
  assertMayManage(ctx, caller, user)
  if (user.status !== 'ENABLED') throw fail('IDENTITY_USER_DISABLED', { login: user.login })
  const limits = await limitsOf(em, caller)
  const networks = user_ip === unknownAddress ? limits.networks : [user_ip]
  const now = ctx.clock()
  const leftSec = limits.expiresAt ? (limits.expiresAt.getTime() - now.getTime()) / 1000 : Infinity
  const { key, expiresAt } = await openSession(em, user, now, {
    ttlSec: Math.min(expire_sec, leftSec),
    manual: false,
    crossAuth: true,
    networks,
    ip: user_ip,
    description: `for ${user.login} by ${caller.login}`,
  })
  return { user: { id: user.id, login: user.login, name: user.name }, expired_at: expiresAt, auth_key: key }
}
