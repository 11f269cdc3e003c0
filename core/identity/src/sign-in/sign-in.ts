import { rememberAddress } from '../attempts/store.ts'
import { agentOf, type RequestOrigin } from '../callers/known-key.ts'
import { systemUserId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertStrictAccess } from '../networks/strict-access.ts'
import { openSession } from '../sessions/store.ts'
import { acceptPin, isEnabled } from '../two-factor/status.ts'
import { findForSignIn } from '../users/find.ts'
import { checkPassword } from '../users/passwords.ts'
import { userView } from '../users/views.ts'
import type { SignInBody } from './bodies.ts'

/**
 * Opens a session for a login, a password and, if it is on, a second factor. An unknown login takes as long
 * as a wrong password.
 */
export async function signIn(
  identity: Identity,
  { login, password, pin }: SignInBody,
  { ip, headers }: RequestOrigin,
) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await findForSignIn(em, login)
  const canSignIn = user?.status === 'ENABLED' && user.id !== systemUserId
  let wrong: 'IDENTITY_SIGN_IN_FAILED' | 'IDENTITY_PIN_WRONG' = 'IDENTITY_SIGN_IN_FAILED'
  const isRight = await identity.attempts.run(ip, login, async () => {
    if (!(await checkPassword(canSignIn ? user.passwordHash : null, password)) || !user) return false
    if (!(await isEnabled(em, user.id))) return true
    if (!pin)
      throw fail('IDENTITY_PIN_MISSING', {}, [
        { path: 'pin', message: 'code of your authenticator, or a recovery code' },
      ])
    wrong = 'IDENTITY_PIN_WRONG'
    return acceptPin(identity, user.id, pin)
  })
  if (!isRight || !user) throw fail(wrong)
  assertStrictAccess(user.settings, ip)
  const now = ctx.clock()
  await rememberAddress(em, user.id, ip, now)
  const session = await openSession(em, user, now, {
    ttlSec: ctx.config.session_ttl_sec,
    manual: false,
    ip,
    device: agentOf({ headers }),
  })
  return {
    key: session.key,
    expired_at: session.expiresAt,
    user: await userView(ctx, { groupIds: user.groupIds ?? null }, user),
  }
}
