import type { SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { SystemAction } from './entities/action.ts'

export type Tables = TablesOf<typeof SystemAction>

/** Queries on the tables of this package. Times are read as `Date`, as the entity declares them. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>({ convertValues: true })
