import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Block, FailedSignIn, KnownAddress } from '../entities/index.ts'
import { countedAddressOf } from '../networks/match.ts'
import { tables } from '../tables.ts'
import { addressSubject, loginHashOf, loginSubject, type Attempt } from './subjects.ts'

/** Addresses that are remembered for one user, and for how long. */
const maxKnownAddresses = 50
const knownMs = 90 * 86_400_000

const knownSince = (now: Date) => new Date(now.getTime() - knownMs)

/** Remembers the address of a successful sign-in. */
export async function rememberAddress(
  em: SqlEntityManager,
  userId: number,
  ip: string,
  now: Date,
): Promise<void> {
  await em.upsert(KnownAddress, { userId, address: countedAddressOf(ip), seenAt: now })
  await tables(em)
    .deleteFrom('identity_address')
    .where('user_id', '=', userId)
    .where('address', 'not in', query =>
      query
        .selectFrom('identity_address')
        .select('address')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .limit(maxKnownAddresses),
    )
    .execute()
}

/** Whether the user of this login has signed in from this address before. */
export async function isKnownAddress(
  em: SqlEntityManager,
  { address, login }: { address: string; login: string },
  now: Date,
): Promise<boolean> {
  const known = await tables(em)
    .selectFrom('identity_address as a')
    .innerJoin('identity_user as u', 'u.id', 'a.user_id')
    .select('a.user_id')
    .where(query => query(query.fn('lower', ['u.login']), '=', query.fn('lower', [query.val(login)])))
    .where('a.address', '=', address)
    .where('a.seen_at', '>', knownSince(now))
    .executeTakeFirst()
  return known !== undefined
}

/** The block of these subjects that lasts longest; null if none is blocked. */
export const findBlock = (
  em: SqlEntityManager,
  subjects: readonly string[],
  now: Date,
): Promise<Block | null> =>
  em.findOne(
    Block,
    { subject: { $in: [...subjects] }, until: { $gt: now } },
    { orderBy: { until: 'desc' }, refresh: true },
  )

/** Failures since a time: all of the address, and all of the login. */
export async function countFailures(em: SqlEntityManager, { address, loginHash }: Attempt, since: Date) {
  const db = tables(em)
  const recent = db
    .selectFrom('identity_failure')
    .select(query => query.cast<number>(query.fn.countAll(), 'integer').as('count'))
    .where('at', '>', since)
  const counts = await db
    .selectNoFrom([
      recent.where('address', '=', address).$asScalar().as('byAddress'),
      recent.where('login_hash', '=', loginHash).$asScalar().as('byLogin'),
    ])
    .executeTakeFirstOrThrow()
  return { byAddress: counts.byAddress ?? 0, byLogin: counts.byLogin ?? 0 }
}

/**
 * Lifts blocks and forgets failures: of one address, or all if `ip` is null. Returns the number of blocks
 * that had not ended.
 */
export const unblock = (em: SqlEntityManager, ip: string | null, now: Date): Promise<number> =>
  em.transactional(async inner => {
    const address = ip === null ? null : countedAddressOf(ip)
    const lifted = await tables(inner)
      .deleteFrom('identity_block')
      .$if(address !== null, query => query.where('subject', '=', addressSubject(address!)))
      .returning('until')
      .execute()
    await inner.nativeDelete(FailedSignIn, address === null ? {} : { address })
    return lifted.filter(({ until }) => until > now).length
  })

/** Lifts the block of a login and forgets its failures, of all addresses. */
export async function unblockLogin(em: SqlEntityManager, login: string): Promise<void> {
  const loginHash = loginHashOf(login)
  await em.nativeDelete(Block, { subject: loginSubject(loginHash) })
  await em.nativeDelete(FailedSignIn, { loginHash })
}

/** Deletes rows that no limit uses any more. Returns the number of failures. */
export async function deleteOldAttempts(em: SqlEntityManager, config: Config, now: Date): Promise<number> {
  const since = new Date(now.getTime() - config.rate_limiter_window_sec * 1000)
  const removed = await em.nativeDelete(FailedSignIn, { at: { $lt: since } })
  await em.nativeDelete(Block, { until: { $lt: now } })
  await em.nativeDelete(KnownAddress, { seenAt: { $lt: knownSince(now) } })
  return removed
}
