import type { JobRun } from '@linecard/plugin-kit'
import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

export interface ComponentTable {
  key: string
  enabled: boolean
  changed_at: Generated<Date>
}

export interface IdempotencyTable {
  user_id: number
  key: string
  fingerprint: string
  created_at: Generated<Date>
  status: number | null
  answer: string | null
  /** The process and the run of the request; null for rows from before these columns. */
  process_id: string | null
  run_id: string | null
}

export interface JobTable {
  key: string
  cron: string | null
  enabled: boolean
  updated_at: Generated<Date>
  updated_by: string
}

export interface JobRunTable {
  id: string
  key: string
  trigger: JobRun['trigger']
  requested_by: string | null
  status: JobRun['status']
  started_at: Generated<Date>
  heard_at: Generated<Date>
  finished_at: Date | null
  error_code: string | null
  error: string | null
  host: string
  pid: number
  /** JSON. */
  lines: Generated<unknown>
  lines_dropped: Generated<number>
  /** JSON. */
  progress: Generated<unknown>
  /** JSON. */
  args: Generated<unknown>
}

export interface ProcessTable {
  id: string
  mode: 'serve' | 'worker' | 'command'
  /** Machine and process namespace: within it, `pid` names one process. */
  place: string
  pid: number
  version: string
  started_at: Generated<Date>
  seen_at: Generated<Date>
}

export interface SettingTable {
  component: string
  key: string
  /** JSON; the vault's text where it is sealed. */
  value: unknown
  sealed: boolean
  updated_at: Generated<Date>
  updated_by: string
}

export interface VaultKeyTable {
  id: string
  /** A known text, sealed with the key. */
  check_text: string
  created_at: Generated<Date>
}

/** The tables of the kernel. None has an entity: they are lists of rows, written by their keys. */
export interface Tables {
  kernel_component: ComponentTable
  kernel_idempotency: IdempotencyTable
  kernel_job: JobTable
  kernel_job_run: JobRunTable
  kernel_process: ProcessTable
  kernel_setting: SettingTable
  kernel_vault_key: VaultKeyTable
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
