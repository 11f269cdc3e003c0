import { defineEntity, p } from '@mikro-orm/core'

/** A change that a user made to the installation or to a device, with its result. */
export const SystemAction = defineEntity({
  name: 'SystemAction',
  tableName: 'system_action',
  properties: {
    id: p.integer().columnType('bigint').primary().autoincrement(),
    time: p.datetime(3),
    /** `<group>:<what>` */
    action: p.text(),
    status: p.text().$type<'SUCCESS' | 'FAILED'>(),
    /** Null if the user is unknown, as after a failed sign-in. */
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
    /** Null if a client recorded the action. */
    operationId: p.text().nullable(),
    durationMs: p.integer().nullable(),
  },
})
