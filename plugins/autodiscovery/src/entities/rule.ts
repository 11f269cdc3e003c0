import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** A network that is searched, and what becomes of the devices in it. */
export const Rule = defineEntity({
  name: 'AutodiscoveryRule',
  tableName: 'autodiscovery_rule',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    /** Canonical. */
    cidr: p.text().columnType('cidr'),
    /** Access profiles, in the order in which they are tried. */
    accessIds: p.json<number[]>(),
    groupId: p.integer(),
    enabled: p.boolean().default(true),
    /** Null: at every run. */
    intervalMin: p.integer().nullable(),
    /** When a run with it began. */
    lastRunAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Rule = InferEntity<typeof Rule>
