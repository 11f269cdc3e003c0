import type { ColumnType, SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { SystemAction } from './entities/action.ts'

/** Actions in the order of their ends. Triggers write it. */
export interface EndTable {
  /** Digits; grows by commits. */
  seq: ColumnType<string, never, never>
  action_id: ColumnType<string, never, never>
}

export type Tables = TablesOf<typeof SystemAction> & { system_action_end: EndTable }

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
