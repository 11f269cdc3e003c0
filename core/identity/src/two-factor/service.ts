import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { closeSignIns } from '../access/sessions.ts'
import { Session, TwoFactor } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { assertOwnOrManager, type Identity } from '../identity.ts'
import { assertNotBuiltIn } from '../users/rules.ts'
import { assertMayManage, userById } from '../users/service.ts'
import { enrolment, newRecoveryCodes, newSecret, recoveryHashOf, stepOf } from './codes.ts'

/** How long a shown secret waits for its first code. */
const ENROLMENT_MS = 15 * 60_000

const rowOf = (em: SqlEntityManager, userId: number) => em.findOne(TwoFactor, { userId }, { refresh: true })

export async function statusOf(em: SqlEntityManager, userId: number) {
  const row = await rowOf(em, userId)
  const [{ left }] = await em.execute<[{ left: number }]>(
    'select count(*)::int as left from identity_recovery_code where user_id = ?',
    [userId],
  )
  return { enabled: row?.enabledAt != null, enabled_at: row?.enabledAt ?? null, recovery_codes_left: left }
}

export const isEnabled = async (em: SqlEntityManager, userId: number): Promise<boolean> =>
  (await rowOf(em, userId))?.enabledAt != null

/**
 * Uses up a code of the authenticator or a recovery code. Of several who bring the same code at once, one is
 * let in: the step and the recovery code are taken by a single statement.
 */
export async function acceptPin({ ctx }: Identity, userId: number, pin: string): Promise<boolean> {
  const em = ctx.em()
  const row = await rowOf(em, userId)
  if (!row?.enabledAt) return false
  const code = pin.replace(/\s/g, '')
  const step = stepOf(ctx.vault.open(row.secret), code, ctx.clock())
  const taken =
    step === null
      ? await em.execute<unknown[]>(
          'delete from identity_recovery_code where user_id = ? and code_hash = ? returning user_id',
          [userId, recoveryHashOf(userId, code)],
        )
      : await em.execute<unknown[]>(
          'update identity_two_factor set last_step = ? where user_id = ? and enabled_at is not null and (last_step is null or last_step < ?) returning user_id',
          [step, userId, step],
        )
  return taken.length === 1
}

/** Keys of programs lie in files of others: who finds one must not lock its owner out. */
async function assertSignedInPerson(em: SqlEntityManager, caller: Caller): Promise<void> {
  const session = caller.sessionId === null ? null : await em.findOne(Session, { id: caller.sessionId })
  if (!session || session.manual || session.crossAuth) throw fail('IDENTITY_NEEDS_SIGN_IN')
}

function assertOwn(caller: Caller, userId: number): void {
  if (caller.userId !== userId) throw fail('IDENTITY_OWN_ONLY')
}

/** A new secret to scan. It counts for nothing until its first code is repeated. */
export async function begin({ ctx }: Identity, caller: Caller, userId: number) {
  assertOwn(caller, userId)
  const em = ctx.em()
  assertNotBuiltIn(await userById(em, userId))
  await assertSignedInPerson(em, caller)
  const secret = newSecret()
  const begun = await em.execute<unknown[]>(
    `
    insert into identity_two_factor (user_id, secret, created_at) values (?, ?, ?)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at where identity_two_factor.enabled_at is null
    returning user_id`,
    [userId, ctx.vault.seal(secret), ctx.clock()],
  )
  if (!begun.length) throw fail('IDENTITY_TWO_FACTOR_ON')
  return { secret, ...(await enrolment(secret, caller.login)) }
}

/**
 * Turns the second factor on; ends the other sign-ins, which had only one. Answers the recovery codes, the
 * only time they are seen.
 */
export async function enable(
  identity: Identity,
  caller: Caller,
  ip: string,
  userId: number,
  pin: string,
): Promise<string[]> {
  const { ctx } = identity
  assertOwn(caller, userId)
  const em = ctx.em()
  await assertSignedInPerson(em, caller)
  const row = await rowOf(em, userId)
  if (row?.enabledAt) throw fail('IDENTITY_TWO_FACTOR_ON')
  if (!row || row.createdAt.getTime() + ENROLMENT_MS < ctx.clock().getTime())
    throw fail('IDENTITY_TWO_FACTOR_NOT_BEGUN')
  let step: number | null = null
  await identity.attempts.run(ip, caller.login, async () => {
    step = stepOf(ctx.vault.open(row.secret), pin.replace(/\s/g, ''), ctx.clock())
    return step !== null
  })
  if (step === null)
    throw fail('IDENTITY_PIN_REFUSED', {}, [
      { path: 'pin', message: 'not the code that the authenticator shows now' },
    ])
  const codes = newRecoveryCodes()
  await em.transactional(async tx => {
    const turned = await (tx as SqlEntityManager).execute<unknown[]>(
      'update identity_two_factor set enabled_at = ?, last_step = ? where user_id = ? and secret = ? and enabled_at is null returning user_id',
      [ctx.clock(), step, userId, row.secret],
    )
    if (!turned.length) throw fail('IDENTITY_TWO_FACTOR_NOT_BEGUN')
    await replaceCodes(tx as SqlEntityManager, userId, codes)
    await closeSignIns(tx as SqlEntityManager, userId, caller.sessionId)
  })
  await identity.changed()
  return codes
}

async function replaceCodes(em: SqlEntityManager, userId: number, codes: readonly string[]): Promise<void> {
  await em.execute('delete from identity_recovery_code where user_id = ?', [userId], 'run')
  for (const code of codes)
    await em.execute(
      'insert into identity_recovery_code (user_id, code_hash) values (?, ?)',
      [userId, recoveryHashOf(userId, code)],
      'run',
    )
}

/**
 * Turns the second factor off. Oneself needs a code (a recovery code too), so that a found session is not
 * enough; ends all other sign-ins.
 */
export async function disable(
  identity: Identity,
  caller: Caller,
  ip: string,
  userId: number,
  pin: string | undefined,
): Promise<void> {
  const { ctx } = identity
  assertOwnOrManager(caller, userId)
  const em = ctx.em()
  const user = await userById(em, userId)
  if (!(await isEnabled(em, userId))) throw fail('IDENTITY_TWO_FACTOR_OFF')
  if (caller.userId !== userId) assertMayManage(identity, caller, user)
  else if (!pin || !(await identity.attempts.run(ip, caller.login, () => acceptPin(identity, userId, pin)))) {
    throw fail('IDENTITY_PIN_REFUSED', {}, [
      { path: 'pin', message: 'a code of your authenticator, or a recovery code' },
    ])
  }
  await em.transactional(async tx => {
    await replaceCodes(tx as SqlEntityManager, userId, [])
    await (tx as SqlEntityManager).execute(
      'delete from identity_two_factor where user_id = ?',
      [userId],
      'run',
    )
    await closeSignIns(tx as SqlEntityManager, userId, caller.sessionId)
  })
  await identity.changed()
}
