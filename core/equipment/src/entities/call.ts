import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { Source } from '@linecard/plugin-kit'

/** One call of a module: who asked which device for what, and how it went. */
export const EquipmentCall = defineEntity({
  name: 'EquipmentCall',
  tableName: 'equipment_call',
  properties: {
    id: p.integer().columnType('bigint').primary(),
    time: p.datetime(3),
    /** Null for an address that is not in the inventory. */
    deviceId: p.integer().nullable(),
    /** Id of the device of which a rehearsal asked a living copy; null: it asked a device. */
    copyOf: p.integer().nullable(),
    ip: p.text(),
    module: p.text(),
    /** Secrets are masked. */
    args: p.json<Record<string, unknown>>(),
    source: p.text().$type<Source>().fieldName('from'),
    userId: p.integer().nullable(),
    login: p.text().nullable(),
    ok: p.boolean(),
    errorCode: p.text().nullable(),
    /** Time spent asking the device, in ms. */
    spentMs: p.integer(),
    /** Datagrams sent to the device. */
    requests: p.integer(),
    /** What was said at the console, secrets masked; null: nothing. */
    transcript: p.json<{ sent: string; received: string }[]>().nullable().lazy(),
    /** Message and places of an exception, secrets masked; null: there was none. */
    thrown: p.text().nullable().lazy(),
  },
})
export type EquipmentCall = InferEntity<typeof EquipmentCall>
