import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** Built-in roles; they hold every permission of every enabled component. */
export const OWNER_ROLE = -2
export const SYSTEM_ROLE = -1

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
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Role = InferEntity<typeof Role>
