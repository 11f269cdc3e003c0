import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** The built-in group. Devices are in it by default. */
export const defaultGroupId = -1

export const Group = defineEntity({
  name: 'InventoryGroup',
  tableName: 'inventory_group',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    description: p.text().default(''),
    /** Networks whose addresses users of this group may ask and add, as CIDR. */
    networks: p.json<string[]>().onCreate(() => []),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Group = InferEntity<typeof Group>
