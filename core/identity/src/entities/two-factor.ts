import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** Secret of a user's authenticator. */
export const TwoFactor = defineEntity({
  name: 'IdentityTwoFactor',
  tableName: 'identity_two_factor',
  properties: {
    userId: p.integer().primary(),
    /** Base32, sealed by the vault. */
    secret: p.text(),
    createdAt: p.datetime(3),
    /** Null while the secret waits for its first code. */
    enabledAt: p.datetime(3).nullable(),
    /** Time step of the last code taken (RFC 6238): this and older ones are spent. */
    lastStep: p.bigint('number').nullable(),
  },
})
export type TwoFactor = InferEntity<typeof TwoFactor>
