import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { Session, type User } from '../entities/index.ts'
import { hashOf, newKey, prefixOf } from './keys.ts'

/**
 * Sign-ins kept of one user; the oldest end. A program that signs in for every request must not fill the
 * table.
 */
const MAX_SIGN_INS = 200

interface Limits {
  networks: string[] | null
  permissions: string[] | null
}
interface Opening extends Partial<Limits> {
  ttlSec: number
  manual: boolean
  crossAuth?: boolean
  description?: string
  ip?: string
  device?: string
}

/** A new key for a user. The returned text is the only time the key is seen. */
export async function openSession(
  em: SqlEntityManager,
  user: User,
  now: Date,
  {
    ttlSec,
    manual,
    crossAuth = false,
    networks = null,
    permissions = null,
    description = '',
    ip = '',
    device = '',
  }: Opening,
) {
  const key = newKey()
  const session = em.create(Session, {
    user,
    keyHash: hashOf(key),
    keyPrefix: prefixOf(key),
    manual,
    crossAuth,
    networks,
    permissions,
    description,
    ip,
    device,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSec * 1000),
  })
  await em.flush()
  if (!manual) {
    await em.execute(
      `
      delete from identity_session where user_id = ? and not manual and cross_auth = ? and id <=
        (select id from identity_session where user_id = ? and not manual and cross_auth = ? order by id desc offset ? limit 1)`,
      [user.id, crossAuth, user.id, crossAuth, MAX_SIGN_INS],
      'run',
    )
  }
  return { id: session.id, key, expiresAt: session.expiresAt }
}

/** How the key that the caller used is limited: what it opens must not be less limited. */
export async function limitsOf(em: SqlEntityManager, caller: Caller): Promise<Limits> {
  const session = caller.sessionId === null ? null : await em.findOne(Session, { id: caller.sessionId })
  return { networks: session?.networks ?? null, permissions: session?.permissions ?? null }
}

/** Ends sessions and keys of a user; all but `exceptId`. */
export const closeSessions = (
  em: SqlEntityManager,
  userId: number,
  exceptId: number | null = null,
): Promise<number> =>
  em.nativeDelete(Session, { user: userId, ...(exceptId === null ? {} : { id: { $ne: exceptId } }) })

/** Ends what people signed in to; keys of programs stay. */
export const closeSignIns = (
  em: SqlEntityManager,
  userId: number,
  exceptId: number | null = null,
): Promise<number> =>
  em.nativeDelete(Session, {
    user: userId,
    manual: false,
    ...(exceptId === null ? {} : { id: { $ne: exceptId } }),
  })
