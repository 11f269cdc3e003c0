import type { ActionStatus, ChangeEnd, IntendedChange } from '@linecard/plugin-kit'
import { defineEntity, p } from '@mikro-orm/core'

/** One change of a device in a record. */
export interface StoredChange {
  module: string
  /** Name of the change in the answer of its operation; null: it has none. */
  step: string | null
  device_id: number | null
  ip: string
  /** Secrets are masked. */
  args: Readonly<Record<string, unknown>>
  /** The arguments are not those that were sent: a part of them is masked. */
  masked: boolean
  expected: IntendedChange['expected']
  outcome: 'started' | ChangeEnd['outcome']
  evidence: string | null
}

/** What a later look at the device has shown. */
export interface StoredVerification {
  time: string
  user: { id: number | null; login: string }
  /** In the order of the changes. */
  changes: { module: string; result: 'DONE' | 'NOT_DONE' | 'UNKNOWN'; evidence: string }[]
}

/** A change that a user made to the installation or to a device, with its result. */
export const SystemAction = defineEntity({
  name: 'SystemAction',
  tableName: 'system_action',
  properties: {
    id: p.integer().columnType('bigint').primary().autoincrement(),
    time: p.datetime(3),
    /** `<group>:<what>` */
    action: p.text(),
    status: p.text().$type<ActionStatus>(),
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
    /** This run of the operation; null for rows from before this column. */
    runId: p.uuid().nullable(),
    /** The process that makes the change; null: no device is changed. */
    processId: p.uuid().nullable(),
    /** The changes of devices, in their order; null: none. */
    changes: p.json<StoredChange[]>().nullable(),
    verification: p.json<StoredVerification>().nullable(),
  },
})
