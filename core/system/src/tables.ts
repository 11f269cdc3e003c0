import type { SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { SystemAction } from './entities/action.ts'

export type Tables = TablesOf<typeof SystemAction>

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
