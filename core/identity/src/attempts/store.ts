import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { FailedSignIn, KnownAddress } from '../entities/index.ts'
import { countedAddressOf } from '../networks/match.ts'
import { tables } from '../tables.ts'
import { loginHashOf, type Attempt } from './attempt.ts'

/** Addresses that are remembered for one user, and for how long. */
const maxKnownAddresses = 50
const knownMs = 90 * 86_400_000

/** Failures that are kept at most: more than an hour of checking passwords gives. */
const maxFailures = 100_000n

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

/** Some failures, and when the last of them happened; null if there is none. */
export interface Count {
  count: number
  last: Date | null
}

/**
 * Failures since a time: of this login from this address, of this login from all addresses, and the logins
 * that failed from this address. Each login counts once there, with its first failure: who mistypes the own
 * password again and again does not slow others down.
 */
export async function countFailures(
  em: SqlEntityManager,
  { address, loginHash }: Attempt,
  since: Date,
): Promise<Record<'here' | 'byLogin' | 'byAddress', Count>> {
  const db = tables(em)
  const recent = db.selectFrom('identity_failure').where('at', '>', since)
  const ofLogin = await recent
    .where('login_hash', '=', loginHash)
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.max<Date | null>('at').as('last'),
      fn.countAll<string>().filterWhere('address', '=', address).as('countHere'),
      fn.max<Date | null>('at').filterWhere('address', '=', address).as('lastHere'),
    ])
    .executeTakeFirstOrThrow()
  const logins = recent
    .where('address', '=', address)
    .select(({ fn }) => fn.min<Date>('at').as('first'))
    .groupBy('login_hash')
  const ofAddress = await db
    .selectFrom(logins.as('logins'))
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max<Date | null>('first').as('last')])
    .executeTakeFirstOrThrow()
  return {
    here: { count: Number(ofLogin.countHere), last: ofLogin.lastHere },
    byLogin: { count: Number(ofLogin.count), last: ofLogin.last },
    byAddress: { count: Number(ofAddress.count), last: ofAddress.last },
  }
}

/** Counts a failure and forgets the oldest ones beyond what is kept. Returns its id. */
export async function addFailure(em: SqlEntityManager, attempt: Attempt, now: Date): Promise<string> {
  const id = await em.insert(FailedSignIn, { ...attempt, at: now })
  await em.nativeDelete(FailedSignIn, { id: { $lte: String(BigInt(id) - maxFailures) } })
  return id
}

/** Forgets the failures from one address, or all if `ip` is null. Returns their number. */
export const forgetFailures = (em: SqlEntityManager, ip: string | null): Promise<number> =>
  em.nativeDelete(FailedSignIn, ip === null ? {} : { address: countedAddressOf(ip) })

/** Forgets the failures of a login, from all addresses. */
export const forgetLogin = (em: SqlEntityManager, login: string): Promise<number> =>
  em.nativeDelete(FailedSignIn, { loginHash: loginHashOf(login) })

/** Deletes rows that no limit uses any more. Returns the number of failures. */
export async function deleteOldAttempts(em: SqlEntityManager, config: Config, now: Date): Promise<number> {
  const since = new Date(now.getTime() - config.rate_limiter_window_sec * 1000)
  const removed = await em.nativeDelete(FailedSignIn, { at: { $lt: since } })
  await em.nativeDelete(KnownAddress, { seenAt: { $lt: knownSince(now) } })
  return removed
}
