import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { Role } from './role.ts'

/**
 * Built-in user of the service itself. It has all permissions, and cannot sign in, be changed or be deleted.
 */
export const systemUserId = -1

export const userStatuses = ['ENABLED', 'DISABLED'] as const

export const User = defineEntity({
  name: 'IdentityUser',
  tableName: 'identity_user',
  properties: {
    id: p.integer().primary(),
    login: p.text(),
    name: p.text().default(''),
    email: p.text().default(''),
    /** argon2id in PHC form; null if the user cannot sign in. Loaded only for a check. */
    passwordHash: p.text().nullable().lazy(),
    role: () => p.manyToOne(Role),
    status: p.text().$type<(typeof userStatuses)[number]>().default('ENABLED'),
    language: p.text().default('en'),
    settings: p.json<Record<string, unknown>>().onCreate(() => ({})),
    lastActivity: p.datetime(3).nullable(),
    /** Device groups that the user sees; null: all. */
    groupIds: p
      .formula<number[] | null>(
        alias =>
          `(select array_agg(g.group_id order by g.group_id)
            from identity_user_group g where g.user_id = ${alias}.id)`,
      )
      .type('integer[]'),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type User = InferEntity<typeof User>
