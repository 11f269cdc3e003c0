import type { SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { entities } from './entities/index.ts'

export type Tables = TablesOf<(typeof entities)[number]>

/** Queries on the tables of this package. Times are read as `Date`, as the entities declare them. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>({ convertValues: true })
