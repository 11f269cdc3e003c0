import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { StoredRule } from './rule.ts'

export interface VersionTable {
  /** From 1. */
  id: number
  created_at: Date
  /** Login. */
  created_by: string
  rules: StoredRule[]
}

/** A series of which a rule holds. 0 and '' stand for nothing. */
export interface FiringTable {
  rule: string
  device_id: number
  interface_id: number
  part: string
  /** The first evaluation in a row in which it held. */
  since: Date
  value: number | null
  labels: Record<string, string>
  /** Texts are made when it has held for the time of the rule. Null: it has not yet. */
  title: string | null
  description: string | null
}

export interface StateTable {
  rule: string
  /** The last evaluation that gave an answer, or the error. */
  evaluated_at: Date
  /** Series of which it held. */
  firing: number
  error: string | null
}

export interface Tables {
  events_rule_version: VersionTable
  events_rule_firing: FiringTable
  events_rule_state: StateTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
