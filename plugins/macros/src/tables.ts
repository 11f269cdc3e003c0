import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** `LOST`: its process ended in the middle; commands after the last stored one may have been sent. */
export const runStatuses = ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED', 'UNKNOWN', 'LOST'] as const
export type RunStatus = (typeof runStatuses)[number]

export interface RunTable {
  id: Generated<number>
  macro_id: number
  macro_name: string
  macro_version: number
  /** What people see of the outputs: `all`, `last`, `none`. */
  display_output: string
  device_id: number
  bind_key: string | null
  interface_name: string | null
  user_id: number
  login: string
  status: RunStatus
  /** Number of commands that were rendered. */
  commands: number
  error_code: string | null
  error: string | null
  /** Login. */
  cancelled_by: string | null
  started_at: Date
  ended_at: Date | null
  /** uuid of the process that runs it. */
  process: string
}

/** A command that has run. Secrets are masked. */
export interface RunCommandTable {
  run_id: number
  /** From 1. */
  at: number
  command: string
  output: string
  success: boolean
  error: string | null
  spent_ms: number
}

export interface Tables {
  macros_run: RunTable
  macros_run_command: RunCommandTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
