import { defineEntity, p, type InferEntity } from '@mikro-orm/core'

export const runStatuses = ['waiting', 'running', 'ok', 'failed', 'aborted', 'lost'] as const
export type RunStatus = (typeof runStatuses)[number]

/** What became of one rule that could not be run. */
export interface RuleError {
  rule_id: number
  rule: string
  group_id: number
  code: string
  description: string
}

/** One search of networks. */
export const Run = defineEntity({
  name: 'AutodiscoveryRun',
  tableName: 'autodiscovery_run',
  properties: {
    id: p.integer().primary(),
    status: p.text().$type<RunStatus>(),
    /** Login of whoever asked for it; null: it was due. */
    requestedBy: p.text().nullable(),
    /** The rules it is about, and their groups. */
    ruleIds: p.json<number[]>(),
    groupIds: p.json<number[]>(),
    /** The rule at work, and its group. */
    current: p.text().default(''),
    currentGroupId: p.integer().nullable(),
    addresses: p.integer().default(0),
    done: p.integer().default(0),
    sent: p.integer().default(0),
    received: p.integer().default(0),
    foreign: p.integer().fieldName('foreign_answers').default(0),
    errors: p.json<RuleError[]>().onCreate(() => []),
    errorCode: p.text().nullable(),
    error: p.text().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    startedAt: p.datetime(3).nullable(),
    heardAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
})
export type Run = InferEntity<typeof Run>
