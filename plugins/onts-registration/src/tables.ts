import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { BatchKind, BatchState, RowState } from './words/batch.ts'
import type { Outcome, RunKind, RunState, Seen } from './words/run.ts'

type Json<T> = ColumnType<T, string, string>

/** One registration, from its plan to its end. */
export interface RunTable {
  id: Generated<number>
  kind: RunKind
  state: RunState
  device_id: number
  ident: string
  /** One text for all notations of the ident. */
  ident_key: string
  /** Bind key of the PON port. */
  port_key: string
  port_name: string
  number: number
  template_id: number | null
  template_name: string
  template_version: number
  user_id: number
  user_login: string
  /** The process that works on it; null: nobody does. */
  process_id: string | null
  /** Sealed JSON of `Script`: commands may have passwords. Null: the key of the vault was lost. */
  script: string | null
  /** Commands of the script. */
  of: number
  commands: Json<Outcome[]>
  undo: Json<Outcome[]>
  /** What the OLT showed last; null: it was not read. */
  seen: Json<Seen | null>
  left_over: Json<string[]>
  error_code: string | null
  error: string | null
  interface_id: number | null
  interface_key: string | null
  interface_name: string | null
  batch_id: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ended_at: Date | null
}

/** A plan that a person looks at before it is carried out. */
export interface PlanTable {
  /** uuid */
  id: string
  user_id: number
  device_id: number
  hash: string
  /** Sealed JSON of what was asked. */
  asked: string
  created_at: Generated<Date>
}

/** A plan of many registrations, each a transaction of its own. */
export interface BatchTable {
  id: Generated<number>
  kind: BatchKind
  state: BatchState
  /** OLT that gets the ONUs. */
  device_id: number
  user_id: number
  user_login: string
  /** The process that works on it; null: nobody does. */
  process_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ended_at: Date | null
}

export interface RowTable {
  batch_id: number
  /** From 1. */
  row: number
  ident: string
  state: RowState
  /** Sealed JSON of `Task`; null: the key of the vault was lost. */
  task: string | null
  run_id: number | null
  error_code: string | null
  error: string | null
  updated_at: Generated<Date>
}

export interface Tables {
  onts_registration_batch: BatchTable
  onts_registration_row: RowTable
  onts_registration_run: RunTable
  onts_registration_plan: PlanTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
