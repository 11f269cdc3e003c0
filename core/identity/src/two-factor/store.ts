import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assertMayManage, assertNotBuiltIn, assertOwn, assertOwnOrManager } from '../callers/rules.ts'
import { RecoveryCode, TwoFactor } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertSignedInPerson, closeSignIns } from '../sessions/store.ts'
import { tables } from '../tables.ts'
import type { Author } from '../users/store.ts'
import { userById } from '../users/find.ts'
import { assertOwnPassword } from '../users/passwords.ts'
import type { DisableBody, EnableBody } from './bodies.ts'
import { enrolment, newRecoveryCodes, newSecret, recoveryHashOf, stepOf } from './codes.ts'
import { assertOwnProof } from './proof.ts'
import { findTwoFactor, isEnabled } from './status.ts'

/** How long a new secret waits for its first code. */
const enrolmentMs = 15 * 60_000

/**
 * Creates a secret for an authenticator. It has no effect until its first code confirms it.
 * @throws ApiError IDENTITY_TWO_FACTOR_ON
 */
export async function beginEnrolment({ ctx }: Identity, caller: Caller, userId: number) {
  assertOwn(caller, userId)
  const em = ctx.em()
  assertNotBuiltIn(await userById(em, userId))
  await assertSignedInPerson(em, caller)
  const secret = newSecret()
  const begun = await tables(em)
    .insertInto('identity_two_factor')
    .values({ user_id: userId, secret: ctx.vault.seal(secret), created_at: ctx.clock() })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet(row => ({
          secret: row.ref('excluded.secret'),
          created_at: row.ref('excluded.created_at'),
        }))
        .where('identity_two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw fail('IDENTITY_TWO_FACTOR_ON')
  return { secret, ...(await enrolment(secret, caller.login)) }
}

/**
 * Turns the second factor on and ends the other sign-ins, which had only one factor. Returns the recovery
 * codes, which cannot be read again.
 */
export async function enableTwoFactor(
  identity: Identity,
  { caller, ip }: Author,
  userId: number,
  { pin, current_password }: EnableBody,
): Promise<string[]> {
  const { ctx } = identity
  assertOwn(caller, userId)
  const em = ctx.em()
  await assertSignedInPerson(em, caller)
  const row = await findTwoFactor(em, userId)
  if (row?.enabledAt) throw fail('IDENTITY_TWO_FACTOR_ON')
  if (!row || row.createdAt.getTime() + enrolmentMs < ctx.clock().getTime())
    throw fail('IDENTITY_TWO_FACTOR_NOT_BEGUN')
  await assertOwnPassword(identity, { caller, ip }, current_password)
  let step: number | null = null
  await identity.attempts.run(ip, caller.login, async () => {
    step = stepOf(ctx.vault.open(row.secret), pin.replace(/\s/g, ''), ctx.clock())
    return step !== null
  })
  if (step === null)
    throw fail('IDENTITY_PIN_REFUSED', {}, [
      { path: 'pin', message: 'must be the code that the authenticator shows now' },
    ])
  const codes = newRecoveryCodes()
  await em.transactional(async inner => {
    const enabled = await inner.nativeUpdate(
      TwoFactor,
      { userId, secret: row.secret, enabledAt: null },
      { enabledAt: ctx.clock(), lastStep: step },
    )
    if (enabled === 0) throw fail('IDENTITY_TWO_FACTOR_NOT_BEGUN')
    await replaceRecoveryCodes(inner, userId, codes)
    await closeSignIns(inner, userId, caller.sessionId)
  })
  await identity.changed()
  return codes
}

async function replaceRecoveryCodes(
  em: SqlEntityManager,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await em.nativeDelete(RecoveryCode, { userId })
  if (codes.length > 0)
    await em.insertMany(
      RecoveryCode,
      codes.map(code => ({ userId, codeHash: recoveryHashOf(userId, code) })),
    )
}

/**
 * Turns the second factor off and ends all other sign-ins. Users need their password and a code for their own
 * (a recovery code is enough), so a stolen session cannot do it.
 */
export async function disableTwoFactor(
  identity: Identity,
  { caller, ip }: Author,
  userId: number,
  { pin, current_password }: DisableBody,
): Promise<void> {
  const { ctx } = identity
  assertOwnOrManager(caller, userId)
  const em = ctx.em()
  const user = await userById(em, userId)
  if (caller.userId !== userId) assertMayManage(ctx, caller, user)
  if (!(await isEnabled(em, userId))) throw fail('IDENTITY_TWO_FACTOR_OFF')
  if (caller.userId === userId)
    await assertOwnProof(
      identity,
      { caller, ip },
      { password: current_password, pin },
      { password: 'current_password', pin: 'pin' },
    )
  await em.transactional(async inner => {
    await replaceRecoveryCodes(inner, userId, [])
    await inner.nativeDelete(TwoFactor, { userId })
    await closeSignIns(inner, userId, caller.sessionId)
  })
  await identity.changed()
}
