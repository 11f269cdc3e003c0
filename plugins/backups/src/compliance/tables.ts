import type { ColumnType, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Severity } from '@linecard/plugin-kit'
import type { Tables as Versions } from '../tables.ts'
import type { Finding } from './evaluate.ts'
import type { RuleProblem } from './rule.ts'

type Json<V> = ColumnType<V, string, string>

/** The rules as they were read last. One row. */
export interface RulesTable {
  id: number
  hash: string
  read_at: Date
  problems: Json<RuleProblem[]>
}

export interface RuleTable {
  id: string
  title: string
  description: string
  severity: Severity
  file: string
  line: number
}

/** What a device was checked for. */
export interface CheckedTable {
  device_id: number
  version_id: string
  /** Changes with everything that a check depends on. */
  state: string
  /** Ids of the rules that are for the device. */
  rules: string[]
  checked_at: Date
}

/** A rule that a device fails. */
export interface FailedTable {
  device_id: number
  rule: string
  count: number
  since: Date
  /** Last day of its exception, `YYYY-MM-DD`; null: it has none. */
  excused_until: ColumnType<string | null, string | null, string | null>
  excused_reason: string | null
  findings: Json<Finding[]>
}

interface Tables extends Versions {
  backups_rules: RulesTable
  backups_rule: RuleTable
  backups_checked: CheckedTable
  backups_failed: FailedTable
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
