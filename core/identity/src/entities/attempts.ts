import { defineEntity, p } from '@mikro-orm/core'

/** A failed sign-in, or one that is still being checked. */
export const FailedSignIn = defineEntity({
  name: 'IdentityFailure',
  tableName: 'identity_failure',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    /** IPv4 address, or the /64 network of an IPv6 address. */
    address: p.text(),
    loginHash: p.text(),
    at: p.datetime(3),
  },
})

/** An address from which a user has signed in. */
export const KnownAddress = defineEntity({
  name: 'IdentityAddress',
  tableName: 'identity_address',
  properties: { userId: p.integer().primary(), address: p.text().primary(), seenAt: p.datetime(3) },
})
