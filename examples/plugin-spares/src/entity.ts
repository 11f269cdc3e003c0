import { defineEntity, p } from '@linecard/plugin-kit/resource'

/** A part in store. */
export const Spare = defineEntity({
  name: 'SparesSpare',
  tableName: 'spares_spare',
  properties: {
    id: p.integer().primary(),
    kind: p.text(),
    serial: p.text(),
    shelf: p.text().onCreate(() => ''),
    created_at: p.datetime(3).onCreate(() => new Date()),
    updated_at: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
