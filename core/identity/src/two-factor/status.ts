import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { RecoveryCode, TwoFactor } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { recoveryHashOf, stepOf } from './codes.ts'

/** The second factor of a user, as it is stored now. */
export const findTwoFactor = (em: SqlEntityManager, userId: number) =>
  em.findOne(TwoFactor, { userId }, { refresh: true })

export async function twoFactorStatus(em: SqlEntityManager, userId: number) {
  const row = await findTwoFactor(em, userId)
  return {
    enabled: row?.enabledAt != null,
    enabled_at: row?.enabledAt ?? null,
    recovery_codes_left: await em.count(RecoveryCode, { userId }),
  }
}

export const isEnabled = async (em: SqlEntityManager, userId: number): Promise<boolean> =>
  (await findTwoFactor(em, userId))?.enabledAt != null

/**
 * Accepts a code of the authenticator or a recovery code, once. If several requests send the same code at the
 * same time, only one succeeds: a single statement takes the time step or deletes the recovery code.
 */
export async function acceptPin({ ctx }: Identity, userId: number, pin: string): Promise<boolean> {
  const em = ctx.em()
  const row = await findTwoFactor(em, userId)
  if (!row?.enabledAt) return false
  const code = pin.replace(/\s/g, '')
  const step = stepOf(ctx.vault.open(row.secret), code, ctx.clock())
  const taken =
    step === null
      ? await em.nativeDelete(RecoveryCode, { userId, codeHash: recoveryHashOf(userId, code) })
      : await em.nativeUpdate(
          TwoFactor,
          { userId, enabledAt: { $ne: null }, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] },
          { lastStep: step },
        )
  return taken === 1
}
