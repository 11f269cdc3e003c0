import { createHash } from 'node:crypto'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { attackerOf } from './networks.ts'

/** People type passwords into the wrong field: logins are counted by hash. */
const hashOf = (login: string) => createHash('sha256').update(login.toLowerCase()).digest('hex')
const addressSubject = (address: string) => `address ${address}`
const loginSubject = (loginHash: string) => `login ${loginHash}`

/** Addresses remembered of one user, and for how long. */
const MAX_ADDRESSES = 50
const KNOWN_DAYS = 90

const CLOSED_MS = 2_000
const MAX_CLOSED = 10_000

interface Attempt {
  address: string
  loginHash: string
}
interface Taken {
  id: string
  last: string[]
}

const secondsUntil = (until: Date | string | number, now: Date): number =>
  Math.max(1, Math.ceil((new Date(until).getTime() - now.getTime()) / 1000))

function blocked(seconds: number) {
  return fail('IDENTITY_SIGN_IN_BLOCKED', { seconds }, [], seconds)
}

/**
 * The user signed in from here before: a lock of the login, which anybody can bring about from elsewhere,
 * must not keep them out.
 */
const isKnown = async (
  em: SqlEntityManager,
  { address, login }: { address: string; login: string },
  now: Date,
): Promise<boolean> =>
  (
    await em.execute<unknown[]>(
      `
    select 1 from identity_address a join identity_user u on u.id = a.user_id
    where lower(u.login) = lower(?) and a.address = ? and a.seen_at > ?::timestamptz - interval '${KNOWN_DAYS} d'`,
      [login, address, now],
    )
  ).length > 0

/** Who was signed in successfully from where. */
export async function rememberAddress(
  em: SqlEntityManager,
  userId: number,
  ip: string,
  now: Date,
): Promise<void> {
  await em.execute(
    `
    insert into identity_address (user_id, address, seen_at) values (?, ?, ?) on conflict (user_id, address) do update set seen_at = excluded.seen_at`,
    [userId, attackerOf(ip), now],
    'run',
  )
  await em.execute(
    `
    delete from identity_address where user_id = ? and address not in (select address from identity_address where user_id = ? order by seen_at desc limit ${MAX_ADDRESSES})`,
    [userId, userId],
    'run',
  )
}

/**
 * Runs `check` (is the password or code right?) unless it was wrong too often: from this address, or for this
 * login from anywhere. All processes count together. An attempt counts from its start, so that many at once
 * gain nothing; one that throws does not count. A right one clears the failures of this login from this
 * address only, so that no account of one's own buys more guesses at another.
 * Throws TOO_MANY_REQUESTS with the time to wait; unknown logins are counted and refused like others.
 */
export function makeAttempts(ctx: Context<Config>) {
  /**
   * Blocked addresses, remembered for a moment: who hammers a closed door must not keep the database busy.
   */
  const closed = new Map<string, { until: number; forgetAt: number }>()
  const unsubscribe = ctx.events.on('identity.changed', () => closed.clear())
  const remember = (address: string, until: number, now: number) => {
    closed.set(address, { until, forgetAt: now + CLOSED_MS })
    if (closed.size > MAX_CLOSED) closed.delete(closed.keys().next().value!)
  }

  const take = (attempt: Attempt, login: string): Promise<Taken> =>
    ctx.em().transactional(async tx => {
      const em = tx as SqlEntityManager
      const now = ctx.clock()
      const {
        rate_limiter_attempts: perAddress,
        rate_limiter_login_attempts: perLogin,
        rate_limiter_window_sec: window,
      } = ctx.config
      const { address, loginHash } = attempt
      // Always the address first: two attempts never wait for each other.
      for (const subject of [addressSubject(address), loginSubject(loginHash)])
        await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`identity ${subject}`])
      const subjects = [
        addressSubject(address),
        ...((await isKnown(em, { address, login }, now)) ? [] : [loginSubject(loginHash)]),
      ]
      const blocks = await em.execute<{ subject: string; until: string }[]>(
        `select subject, until from identity_block where subject in (${subjects.map(() => '?').join(', ')}) and until > ? order by until desc limit 1`,
        [...subjects, now],
      )
      if (blocks[0]) {
        if (blocks[0].subject === subjects[0])
          remember(address, new Date(blocks[0].until).getTime(), now.getTime())
        throw blocked(secondsUntil(blocks[0].until, now))
      }

      const since = new Date(now.getTime() - window * 1000)
      const [count] = await em.execute<[{ by_address: number; by_login: number }]>(
        `
      select (select count(*)::int from identity_failure where address = ? and at > ?) as by_address,
             (select count(*)::int from identity_failure where login_hash = ? and at > ?) as by_login`,
        [address, since, loginHash, since],
      )
      // So many are still being checked that the next may be one too many.
      if (count.by_address >= perAddress || (subjects.length > 1 && count.by_login >= perLogin))
        throw blocked(1)
      const [row] = await em.execute<[{ id: string }]>(
        'insert into identity_failure (address, login_hash, at) values (?, ?, ?) returning id',
        [address, loginHash, now],
      )
      return {
        id: row.id,
        last: [
          ...(count.by_address + 1 >= perAddress ? [subjects[0]!] : []),
          ...(subjects.length > 1 && count.by_login + 1 >= perLogin ? [subjects[1]!] : []),
        ],
      }
    })

  const block = async ({ address, loginHash }: Attempt, subjects: readonly string[]) => {
    for (const subject of subjects) {
      const byAddress = subject === addressSubject(address)
      const until = new Date(
        ctx.clock().getTime() +
          (byAddress ? ctx.config.rate_limiter_time_sec : ctx.config.rate_limiter_login_time_sec) * 1000,
      )
      await ctx
        .em()
        .execute(
          'insert into identity_block (subject, until) values (?, ?) on conflict (subject) do update set until = excluded.until',
          [subject, until],
          'run',
        )
      // The block takes over; when it is over, counting begins anew.
      await ctx
        .em()
        .execute(
          byAddress
            ? 'delete from identity_failure where address = ?'
            : 'delete from identity_failure where login_hash = ?',
          [byAddress ? address : loginHash],
          'run',
        )
    }
    if (subjects.length)
      ctx.log.warn(
        { address, blocked: subjects.map(subject => subject.split(' ')[0]) },
        'too many failed sign-ins: blocked',
      )
  }

  const run = async (ip: string, login: string, check: () => Promise<boolean>): Promise<boolean> => {
    if (!ctx.config.rate_limiter_enabled) return check()
    const attempt = { address: attackerOf(ip), loginHash: hashOf(login) }
    const known = closed.get(attempt.address)
    const now = ctx.clock()
    if (known && Math.min(known.until, known.forgetAt) > now.getTime())
      throw blocked(secondsUntil(known.until, now))
    const taken = await take(attempt, login)
    let right: boolean
    try {
      right = await check()
    } catch (error) {
      await ctx.em().execute('delete from identity_failure where id = ?', [taken.id], 'run')
      throw error
    }
    if (!right) await block(attempt, taken.last)
    else
      await ctx
        .em()
        .execute(
          'delete from identity_failure where address = ? and login_hash = ?',
          [attempt.address, attempt.loginHash],
          'run',
        )
    return right
  }
  return { run, stop: unsubscribe }
}
export type Attempts = ReturnType<typeof makeAttempts>

/** Lifts blocks and forgets failures: of one address, else of all. Answers how many blocks there were. */
export const unblock = (em: SqlEntityManager, ip: string | null, now: Date): Promise<number> =>
  em.transactional(async tx => {
    const sql = tx as SqlEntityManager
    const address = ip === null ? null : attackerOf(ip)
    const lifted = await sql.execute<{ active: boolean }[]>(
      `delete from identity_block ${address === null ? '' : 'where subject = ?'} returning until > ? as active`,
      [...(address === null ? [] : [addressSubject(address)]), now],
    )
    await sql.execute(
      `delete from identity_failure ${address === null ? '' : 'where address = ?'}`,
      address === null ? [] : [address],
      'run',
    )
    return lifted.filter(({ active }) => active).length
  })

/** Lifts what stands against one login, whatever the address. */
export async function unblockLogin(em: SqlEntityManager, login: string): Promise<void> {
  await em.execute('delete from identity_block where subject = ?', [loginSubject(hashOf(login))], 'run')
  await em.execute('delete from identity_failure where login_hash = ?', [hashOf(login)], 'run')
}

/** Forgets what no limit looks at any more. */
export async function forgetAttempts(em: SqlEntityManager, config: Config, now: Date): Promise<number> {
  const removed = await em.execute<unknown[]>('delete from identity_failure where at < ? returning 1', [
    new Date(now.getTime() - config.rate_limiter_window_sec * 1000),
  ])
  await em.execute('delete from identity_block where until < ?', [now], 'run')
  await em.execute(
    `delete from identity_address where seen_at < ?::timestamptz - interval '${KNOWN_DAYS} d'`,
    [now],
    'run',
  )
  return removed.length
}
