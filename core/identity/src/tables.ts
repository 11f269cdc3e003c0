import type { SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { entities } from './entities/index.ts'

export type Tables = TablesOf<(typeof entities)[number]>

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
