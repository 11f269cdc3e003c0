import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** Credentials that several devices share. */
export const Access = defineEntity({
  name: 'InventoryAccess',
  tableName: 'inventory_access',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    params: p.json<Record<string, unknown>>().onCreate(() => ({})),
    /** Credentials as sealed JSON (`Secrets`). Loaded only where they are used. */
    secrets: p.text().nullable().lazy(),
    /** Groups it belongs to, at least those of the devices that use it. */
    groupIds: p
      .formula<number[]>(
        alias =>
          `(select coalesce(array_agg(g.group_id order by g.group_id), '{}')
            from inventory_access_group g where g.access_id = ${alias}.id)`,
      )
      .type('integer[]'),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Access = InferEntity<typeof Access>
