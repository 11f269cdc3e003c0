import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** The secret that a user shares with an authenticator. */
export const TwoFactor = defineEntity({
  name: 'IdentityTwoFactor',
  tableName: 'identity_two_factor',
  properties: {
    userId: p.integer().primary(),
    /** Base32, sealed by the vault. */
    secret: p.text(),
    createdAt: p.datetime(3),
    /** Null until the first code confirms the secret. */
    enabledAt: p.datetime(3).nullable(),
    /** Time step of the last accepted code (RFC 6238). Codes of this step and of earlier ones are refused. */
    lastStep: p.bigint('number').nullable(),
  },
})
export type TwoFactor = InferEntity<typeof TwoFactor>

/** A recovery code that is not used yet. */
export const RecoveryCode = defineEntity({
  name: 'IdentityRecoveryCode',
  tableName: 'identity_recovery_code',
  properties: { userId: p.integer().primary(), codeHash: p.text().primary() },
})
