import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { User } from './user.ts'

/** A sign-in, or a key that a person created for a program. */
export const UserSession = defineEntity({
  name: 'IdentitySession',
  tableName: 'identity_session',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User),
    /** SHA-256 of the key, hex. The key itself is not stored. */
    keyHash: p.text(),
    /** First characters of the key. Its owner recognises the key by them. */
    keyPrefix: p.text(),
    /** Created for a program, not by a sign-in. */
    manual: p.boolean(),
    /** Opened for the user by another user (cross-auth). */
    crossAuth: p.boolean().default(false),
    /** The only networks from which the key works; null: everywhere. */
    networks: p.array().columnType('text[]').nullable(),
    /** The only permissions of the key; null: all permissions of its user. */
    permissions: p.array().columnType('text[]').nullable(),
    /** Hash of the caller and the Idempotency-Key that made it; null: made without one. */
    idempotency: p.text().nullable(),
    description: p.text().default(''),
    ip: p.text().default(''),
    device: p.text().default(''),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    expiresAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    lastIp: p.text().default(''),
    lastDevice: p.text().default(''),
  },
})
export type UserSession = InferEntity<typeof UserSession>
