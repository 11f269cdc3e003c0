import { createHash } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { RequestOrigin } from '../callers/known-key.ts'
import { rolePermissions } from '../callers/permissions.ts'
import { assertHolds, assertMayManage, assertNotBuiltIn } from '../callers/rules.ts'
import { UserSession } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertNetworks } from '../networks/match.ts'
import { lifetimeSec } from '../sessions/keys.ts'
import { limitsOf, openSession } from '../sessions/store.ts'
import { assertOwnProof } from '../two-factor/proof.ts'
import { userById } from '../users/find.ts'
import type { KeyBody } from './bodies.ts'

/** What a caller's `Idempotency-Key` is stored as. @throws ApiError IDENTITY_IDEMPOTENCY_INVALID */
function idempotencyOf({ userId }: Caller, header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header)
  if (key.length < 1 || key.length > 255) throw fail('IDENTITY_IDEMPOTENCY_INVALID')
  return createHash('sha256').update(`${userId} ${key}`).digest('base64url')
}

/** Tells which key the same `Idempotency-Key` has made. @throws ApiError IDENTITY_KEY_MADE */
async function refuseSecond(em: SqlEntityManager, idempotency: string | null): Promise<void> {
  const made = idempotency === null ? null : await em.findOne(UserSession, { idempotency })
  if (made) throw fail('IDENTITY_KEY_MADE', { id: made.id }, [{ path: 'id', message: String(made.id) }])
}

/**
 * Creates a key for a program. The user must have no permission that the caller does not have, and the key
 * has at least the limits of the caller's own key.
 */
export async function createProgramKey(
  identity: Identity,
  { caller, ip, headers }: { caller: Caller } & RequestOrigin,
  userId: number,
  body: KeyBody,
) {
  const idempotency = idempotencyOf(caller, headers['idempotency-key'])
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
    idempotency,
    description: body.description,
    ip,
    networks: limits.networks ?? (body.networks?.length ? body.networks : null),
    permissions: body.permissions ?? null,
  }).catch(async (error: unknown) => {
    if (error instanceof UniqueConstraintViolationException)
      await refuseSecond(identity.ctx.em(), idempotency)
    throw error
  })
  return { id: session.id, key: session.key, expired_at: session.expiresAt }
}
