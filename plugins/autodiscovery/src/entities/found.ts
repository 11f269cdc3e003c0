import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

export const results = ['added', 'known', 'unknown_identity', 'failed'] as const
export type Result = (typeof results)[number]

/** An address that answered in one run, and what became of it. */
export const Found = defineEntity({
  name: 'AutodiscoveryFound',
  tableName: 'autodiscovery_found',
  properties: {
    id: p.integer().columnType('bigint').primary(),
    runId: p.integer(),
    ruleId: p.integer(),
    rule: p.text(),
    groupId: p.integer(),
    ip: p.text().columnType('inet'),
    result: p.text().$type<Result>(),
    /** The device that was added or is known. */
    deviceId: p.integer().nullable(),
    /** Address under which the inventory has the same equipment. */
    knownIp: p.text().columnType('inet').nullable(),
    modelKey: p.text().nullable(),
    model: p.text().nullable(),
    name: p.text().nullable(),
    objectId: p.text().nullable(),
    descr: p.text().nullable(),
    reason: p.text().nullable(),
    time: p.datetime(3),
  },
})
export type Found = InferEntity<typeof Found>
