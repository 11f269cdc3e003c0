import { LRUCache } from 'lru-cache'
import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Block, FailedSignIn } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { countFailures, findBlock, isKnownAddress } from './store.ts'
import { addressSubject, attemptOf, loginSubject, type Attempt } from './subjects.ts'

/** How long a process remembers a blocked address, and how many. */
const blockedMs = 2_000
const maxBlocked = 10_000

/** An attempt that is counted as a failure until its check succeeds. */
interface StartedAttempt {
  failureId: string
  /** What is blocked if this attempt fails. */
  blocksOnFailure: readonly string[]
}

function blockedFor(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return fail('IDENTITY_SIGN_IN_BLOCKED', { seconds }, [], seconds)
}

/**
 * Attempts with the same address or login run one after the other. All lock the address first: no deadlock.
 */
async function lockSubjects(em: SqlEntityManager, { address, loginHash }: Attempt): Promise<void> {
  for (const subject of [addressSubject(address), loginSubject(loginHash)])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${subject}`}, 0))`.execute(tables(em))
}

/** Counts an attempt before its check, so that many attempts at the same time do not get more guesses. */
async function startAttempt(
  em: SqlEntityManager,
  { config, now }: { config: Config; now: Date },
  attempt: Attempt,
  login: string,
): Promise<StartedAttempt | Block> {
  const { address, loginHash } = attempt
  await lockSubjects(em, attempt)
  const ofAddress = addressSubject(address)
  // Anybody can cause the block of a login. Its user must still be able to sign in from the usual addresses.
  const ofLogin = (await isKnownAddress(em, { address, login }, now)) ? null : loginSubject(loginHash)
  const block = await findBlock(em, ofLogin === null ? [ofAddress] : [ofAddress, ofLogin], now)
  if (block) return block

  const since = new Date(now.getTime() - config.rate_limiter_window_sec * 1000)
  const { byAddress, byLogin } = await countFailures(em, attempt, since)
  const { rate_limiter_attempts: perAddress, rate_limiter_login_attempts: perLogin } = config
  // Attempts that are still being checked count too: all of them may fail.
  if (byAddress >= perAddress || (ofLogin !== null && byLogin >= perLogin)) throw blockedFor(1000)
  const failureId = await em.insert(FailedSignIn, { address, loginHash, at: now })
  return {
    failureId,
    blocksOnFailure: [
      ...(byAddress + 1 >= perAddress ? [ofAddress] : []),
      ...(ofLogin !== null && byLogin + 1 >= perLogin ? [ofLogin] : []),
    ],
  }
}

/**
 * Blocks the subjects. Their failures are forgotten: after the block, counting begins at zero. Under the lock
 * of attempts: one that found no block yet must not count after its failures are forgotten.
 */
async function blockSubjects(
  { em, config, now }: { em: SqlEntityManager; config: Config; now: Date },
  attempt: Attempt,
  subjects: readonly string[],
): Promise<void> {
  const { address, loginHash } = attempt
  await lockSubjects(em, attempt)
  for (const subject of subjects) {
    const byAddress = subject === addressSubject(address)
    const sec = byAddress ? config.rate_limiter_time_sec : config.rate_limiter_login_time_sec
    await em.upsert(Block, { subject, until: new Date(now.getTime() + sec * 1000) })
    await em.nativeDelete(FailedSignIn, byAddress ? { address } : { loginHash })
  }
}

/**
 * Limits wrong passwords and codes: by address, and by login from all addresses. All processes count
 * together. Unknown logins are counted and refused like known ones.
 */
export function createAttempts(ctx: Context<Config>) {
  /** Blocked addresses and the end of their block (ms). A flood of attempts must not load the database. */
  const blocked = new LRUCache<string, number>({
    max: maxBlocked,
    ttl: blockedMs,
    ttlResolution: 0,
    perf: { now: () => ctx.clock().getTime() },
  })
  const unsubscribe = ctx.events.on('identity.changed', () => blocked.clear())

  async function start(attempt: Attempt, login: string): Promise<StartedAttempt> {
    const now = ctx.clock()
    const started = await ctx
      .em()
      .transactional(em => startAttempt(em, { config: ctx.config, now }, attempt, login))
    if (!('until' in started)) return started
    const until = started.until.getTime()
    if (started.subject === addressSubject(attempt.address)) blocked.set(attempt.address, until)
    throw blockedFor(until - now.getTime())
  }

  async function onWrong(attempt: Attempt, { blocksOnFailure: subjects }: StartedAttempt): Promise<void> {
    if (subjects.length === 0) return
    await ctx
      .em()
      .transactional(em => blockSubjects({ em, config: ctx.config, now: ctx.clock() }, attempt, subjects))
    ctx.log.warn(
      { address: attempt.address, blocked: subjects.map(subject => subject.split(' ')[0]) },
      'too many failed sign-ins: blocked',
    )
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
      const until = blocked.get(attempt.address)
      const now = ctx.clock().getTime()
      if (until !== undefined && until > now) throw blockedFor(until - now)
      const started = await start(attempt, login)
      let isRight: boolean
      try {
        isRight = await check()
      } catch (error) {
        await ctx.em().nativeDelete(FailedSignIn, { id: started.failureId })
        throw error
      }
      const cleared = partial ? { id: started.failureId } : { ...attempt }
      if (isRight) await ctx.em().nativeDelete(FailedSignIn, cleared)
      else await onWrong(attempt, started)
      return isRight
    },
    stop: unsubscribe,
  }
}
export type Attempts = ReturnType<typeof createAttempts>
