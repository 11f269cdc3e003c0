import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { User } from './user.ts'

/** A sign-in, or a key that a person made for a program. */
export const Session = defineEntity({
  name: 'IdentitySession',
  tableName: 'identity_session',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User),
    /** SHA-256 of the key, hex. The key itself is kept nowhere. */
    keyHash: p.text(),
    /** First characters, by which its owner knows the key again. */
    keyPrefix: p.text(),
    /** Made by a person for a program, and not by signing in. */
    manual: p.boolean(),
    /** Opened for the user by another one who may (cross-auth). */
    crossAuth: p.boolean().default(false),
    /** Networks from which alone it is good; null: anywhere. */
    networks: p.array().columnType('text[]').nullable(),
    /** Permissions it is limited to; null: all of its user. */
    permissions: p.array().columnType('text[]').nullable(),
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
export type Session = InferEntity<typeof Session>
