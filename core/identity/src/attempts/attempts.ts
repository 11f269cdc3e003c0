import { LRUCache } from 'lru-cache'
import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { FailedSignIn } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { attemptOf, type Attempt } from './attempt.ts'
import { addFailure, countFailures, isKnownAddress, type Count } from './store.ts'

/** How long a process remembers that an attempt has to wait, and of how many it does. */
const refusedMs = 2_000
const maxRefused = 10_000

/**
 * When the wait after these failures ends, ms since 1970. It doubles with each failure; the first is 1 s. A
 * failure that has not come yet was stored before a clock was put back (fault 45): it counts as one of now.
 */
function endOfWait({ count, last }: Count, free: number, maxSec: number, now: Date): number {
  if (last === null || count < free) return 0
  return Math.min(last.getTime(), now.getTime()) + Math.min(maxSec, 2 ** (count - free)) * 1000
}

function waitMs(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return fail('IDENTITY_SIGN_IN_BLOCKED', { seconds }, [], seconds)
}

/**
 * Attempts with the same address or login are counted one after the other. All lock the address first: no
 * deadlock.
 */
async function lockCounts(em: SqlEntityManager, { address, loginHash }: Attempt): Promise<void> {
  for (const subject of [`address ${address}`, `login ${loginHash}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${subject}`}, 0))`.execute(tables(em))
}

/**
 * Counts an attempt as a failure before its check, so that many attempts at the same time do not get more
 * guesses. Returns its id, or the time until which it has to wait.
 */
async function startAttempt(
  em: SqlEntityManager,
  { config, now }: { config: Config; now: Date },
  attempt: Attempt,
  login: string,
): Promise<{ failureId: string } | { until: number }> {
  await lockCounts(em, attempt)
  const since = new Date(now.getTime() - config.rate_limiter_window_sec * 1000)
  const { here, byLogin, byAddress } = await countFailures(em, attempt, since)
  const { rate_limiter_time_sec: maxSec, rate_limiter_login_time_sec: maxLoginSec } = config
  const waits = [endOfWait(here, config.rate_limiter_attempts, maxSec, now)]
  // Anybody can fail with this login elsewhere, or with others here. That must not keep its user out of the
  // usual addresses.
  if (!(await isKnownAddress(em, { address: attempt.address, login }, now)))
    waits.push(
      endOfWait(byAddress, config.rate_limiter_address_attempts, maxSec, now),
      endOfWait(byLogin, config.rate_limiter_login_attempts, maxLoginSec, now),
    )
  const until = Math.max(...waits)
  return until > now.getTime() ? { until } : { failureId: await addFailure(em, attempt, now) }
}

/**
 * Slows down guesses at passwords and codes: by login and address together, by address (how many logins fail
 * from it), and by login from all addresses. All processes count together. Unknown logins are counted and
 * refused like known ones.
 */
export function createAttempts(ctx: Context<Config>) {
  /** When attempts that were refused may come again (ms). A flood of them must not load the database. */
  const refused = new LRUCache<string, number>({
    max: maxRefused,
    ttl: refusedMs,
    ttlResolution: 0,
    perf: { now: () => ctx.clock().getTime() },
  })
  const unsubscribe = ctx.events.on('identity.changed', () => refused.clear())

  /** The id of the failure as which the attempt counts until its check succeeds. */
  async function start(attempt: Attempt, login: string): Promise<string> {
    const now = ctx.clock()
    const name = `${attempt.address} ${attempt.loginHash}`
    const known = refused.get(name)
    if (known !== undefined && known > now.getTime()) throw waitMs(known - now.getTime())
    const started = await ctx
      .em()
      .transactional(em => startAttempt(em, { config: ctx.config, now }, attempt, login))
    if ('failureId' in started) return started.failureId
    const ms = started.until - now.getTime()
    refused.set(name, started.until)
    ctx.log.warn({ address: attempt.address, seconds: Math.ceil(ms / 1000) }, 'failed sign-ins: has to wait')
    throw waitMs(ms)
  }

  return {
    /**
     * Runs `check`, which tells whether a password or code is right. An attempt whose check throws is not
     * counted. A right one clears the failures of this login from this address only: an attacker with an
     * account gets no more guesses at another one. `partial`: a password alone, which must not give more
     * guesses at the second factor, so it clears nothing.
     * @throws ApiError IDENTITY_SIGN_IN_BLOCKED (429) with the seconds to wait
     */
    async run(
      ip: string,
      login: string,
      check: () => Promise<boolean>,
      { partial = false }: { partial?: boolean } = {},
    ): Promise<boolean> {
      if (!ctx.config.rate_limiter_enabled) return check()
      const attempt = attemptOf(ip, login)
      const failureId = await start(attempt, login)
      let isRight: boolean
      try {
        isRight = await check()
      } catch (error) {
        await ctx.em().nativeDelete(FailedSignIn, { id: failureId })
        throw error
      }
      if (isRight) await ctx.em().nativeDelete(FailedSignIn, partial ? { id: failureId } : { ...attempt })
      return isRight
    },
    stop: unsubscribe,
  }
}
export type Attempts = ReturnType<typeof createAttempts>
