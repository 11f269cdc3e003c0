import type { Caller } from '@linecard/plugin-kit'
import { rolePermissions } from '../callers/permissions.ts'
import { assertHolds, assertMayManage, assertNotBuiltIn } from '../callers/rules.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertNetworks } from '../networks/match.ts'
import { lifetimeSec } from '../sessions/keys.ts'
import { limitsOf, openSession } from '../sessions/store.ts'
import { assertOwnProof } from '../two-factor/proof.ts'
import { userById } from '../users/find.ts'
import type { KeyBody } from './bodies.ts'

/**
 * Creates a key for a program. The user must have no permission that the caller does not have, and the key
 * has at least the limits of the caller's own key.
 */
export async function createProgramKey(
  identity: Identity,
  { caller, ip }: { caller: Caller; ip: string },
  userId: number,
  body: KeyBody,
) {
  const ttlSec = lifetimeSec(body.expire)
  assertNetworks(body.networks ?? [], 'networks')
  const { password, pin } = body
  // A key lives long and never asks for a second factor, so making one needs it.
  await assertOwnProof(identity, { caller, ip }, { password, pin }, { password: 'password', pin: 'pin' })
  const em = identity.ctx.em()
  const user = await userById(em, userId)
  if (caller.userId === userId) assertNotBuiltIn(user)
  else assertMayManage(identity.ctx, caller, user)
  const ofUser = rolePermissions(identity.ctx, user.role)
  const beyond = body.permissions?.filter(key => !ofUser.includes(key)) ?? []
  if (beyond.length)
    throw fail(
      'IDENTITY_PERMISSION_NOT_HELD',
      { keys: beyond.slice(0, 5).join(', ') },
      beyond.map(key => ({ path: 'permissions', message: `the user does not have ${key}` })),
    )
  assertHolds(caller, body.permissions ?? ofUser)
  const limits = await limitsOf(em, caller)
  const session = await openSession(em, user, identity.ctx.clock(), {
    ttlSec,
    manual: true,
    description: body.description,
    ip,
    networks: limits.networks ?? (body.networks?.length ? body.networks : null),
    permissions: body.permissions ?? null,
  })
  return { id: session.id, key: session.key, expired_at: session.expiresAt }
}
