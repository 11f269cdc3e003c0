import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

export const Model = defineEntity({
  name: 'InventoryModel',
  tableName: 'inventory_model',
  properties: {
    id: p.integer().primary(),
    /** Key of the driver's model, or of one that people added. */
    key: p.text(),
    name: p.text(),
    vendor: p.text().default(''),
    type: p.text(),
    /** Driver the model comes from; null for one that people added. */
    driver: p.text().nullable(),
    /** A driver offers it in this installation, or people added it. */
    available: p.boolean().default(true),
    ports: p.integer().nullable(),
    params: p.json<Record<string, unknown>>().onCreate(() => ({})),
    /** Credential overrides, sealed. */
    secrets: p.text().nullable().lazy(),
    pollers: p.json<Record<string, number>>().onCreate(() => ({})),
    icon: p.blob().nullable().lazy(),
    iconType: p.text().nullable(),
    /** Changes with the picture; null without one. */
    iconTag: p.text().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Model = InferEntity<typeof Model>
