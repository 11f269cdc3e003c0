import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

/** What somebody did to the installation or a device, and how it went. */
export const SystemAction = defineEntity({
  name: 'SystemAction',
  tableName: 'system_action',
  properties: {
    id: p.integer().columnType('bigint').primary(),
    time: p.datetime(3),
    /** `<group>:<what>` */
    action: p.text(),
    status: p.text().$type<'SUCCESS' | 'FAILED'>(),
    /** Null: nobody was known. */
    userId: p.integer().nullable(),
    login: p.text().nullable(),
    deviceId: p.integer().nullable(),
    message: p.text(),
    /** Secrets are masked. */
    meta: p.json<Record<string, unknown>>(),
    errorCode: p.text().nullable(),
    ip: p.text().nullable(),
    sessionId: p.integer().nullable(),
    requestId: p.text().nullable(),
    /** Null for what a client recorded itself. */
    operationId: p.text().nullable(),
    durationMs: p.integer().nullable(),
  },
})
export type SystemAction = InferEntity<typeof SystemAction>
