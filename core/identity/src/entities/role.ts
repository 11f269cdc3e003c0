import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** Built-in roles. They have all permissions of all enabled components. */
export const ownerRoleId = -2
export const systemRoleId = -1

export const Role = defineEntity({
  name: 'IdentityRole',
  tableName: 'identity_role',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    description: p.text().default(''),
    /** Shown in role screens. */
    display: p.boolean().default(true),
    permissions: p.array().columnType('text[]').default([]),
    params: p.json<Record<string, unknown>>().onCreate(() => ({})),
    created_at: p.datetime(3).onCreate(() => new Date()),
    updated_at: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Role = InferEntity<typeof Role>
