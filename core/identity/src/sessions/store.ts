import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { UserSession, type User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { keyHashOf, keyPrefixOf, createKey } from './keys.ts'

/**
 * Sign-ins that are kept for one user; older ones end. A program that signs in for every request must not
 * fill the table.
 */
const maxSignIns = 200

export interface KeyLimits {
  /** Networks from which the key can be used; null: from everywhere. */
  networks: string[] | null
  /** Permissions that the key has; null: all permissions of the user. */
  permissions: string[] | null
}

interface NewSession extends Partial<KeyLimits> {
  ttlSec: number
  /** True for a key of a program, false for a sign-in. */
  manual: boolean
  crossAuth?: boolean
  /** Unique among all sessions: a second one with the same is not made. */
  idempotency?: string | null
  description?: string
  ip?: string
  device?: string
}

/**
 * Creates a key for a user. The key is not stored and cannot be read again.
 * @throws UniqueConstraintViolationException for a second one with the same `idempotency`
 */
export async function openSession(
  em: SqlEntityManager,
  user: User,
  now: Date,
  {
    ttlSec,
    manual,
    crossAuth = false,
    idempotency = null,
    networks = null,
    permissions = null,
    description = '',
    ip = '',
    device = '',
  }: NewSession,
) {
  const key = createKey()
  const session = em.create(UserSession, {
    user,
    keyHash: keyHashOf(key),
    keyPrefix: keyPrefixOf(key),
    manual,
    crossAuth,
    idempotency,
    networks,
    permissions,
    description,
    ip,
    device,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSec * 1000),
  })
  await em.flush()
  if (!manual) await deleteOldSignIns(em, user.id, crossAuth)
  return { id: session.id, key, expiresAt: session.expiresAt }
}

async function deleteOldSignIns(em: SqlEntityManager, userId: number, crossAuth: boolean): Promise<void> {
  await tables(em)
    .deleteFrom('identity_session')
    .where('user_id', '=', userId)
    .where('manual', '=', false)
    .where('cross_auth', '=', crossAuth)
    .where('id', '<=', query =>
      query
        .selectFrom('identity_session')
        .select('id')
        .where('user_id', '=', userId)
        .where('manual', '=', false)
        .where('cross_auth', '=', crossAuth)
        .orderBy('id', 'desc')
        .offset(maxSignIns)
        .limit(1),
    )
    .execute()
}

/** Valid sessions and keys of a user, newest first. */
export const listSessions = (em: SqlEntityManager, userId: number, now: Date) =>
  tables(em)
    .selectFrom('identity_session')
    .select(['id', 'key_prefix', 'manual', 'cross_auth', 'description', 'ip', 'device', 'networks'])
    .select(['permissions', 'created_at', 'expires_at as expired_at', 'last_used_at'])
    .select(['last_ip as last_used_ip', 'last_device as last_used_device'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()

/** The limits of the key that the caller used. A key that the caller makes must not have fewer limits. */
export async function limitsOf(
  em: SqlEntityManager,
  caller: Caller,
): Promise<KeyLimits & { expiresAt: Date | null }> {
  const session = caller.sessionId === null ? null : await em.findOne(UserSession, { id: caller.sessionId })
  const { networks = null, permissions = null, expiresAt = null } = session ?? {}
  return { networks, permissions, expiresAt }
}

/**
 * A key of a program lies in a file, and a session that another user opened has no person behind it. What
 * decides about the user as a whole needs a person who signed in.
 * @throws ApiError IDENTITY_NEEDS_SIGN_IN
 */
export async function assertSignedInPerson(em: SqlEntityManager, caller: Caller): Promise<void> {
  const session = caller.sessionId === null ? null : await em.findOne(UserSession, { id: caller.sessionId })
  if (!session || session.manual || session.crossAuth) throw fail('IDENTITY_NEEDS_SIGN_IN')
}

const except = (id: number | null) => (id === null ? {} : { id: { $ne: id } })

/** Ends all sessions and keys of a user except `exceptId`. Returns their number. */
export const closeSessions = (
  em: SqlEntityManager,
  userId: number,
  exceptId: number | null = null,
): Promise<number> => em.nativeDelete(UserSession, { user: userId, ...except(exceptId) })

/** Ends the sign-ins of a user except `exceptId`. Keys of programs stay valid. */
export const closeSignIns = (
  em: SqlEntityManager,
  userId: number,
  exceptId: number | null = null,
): Promise<number> => em.nativeDelete(UserSession, { user: userId, manual: false, ...except(exceptId) })
