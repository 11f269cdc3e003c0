import type { SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { Found, Rule, Run } from './entities/index.ts'

/** SNMP engines with the address at which each was last seen, to recognise devices at another address. */
export interface EngineTable {
  /** snmpEngineID, hexadecimal. */
  engine_id: string
  /** sysName. */
  name: string
  /** inet */
  ip: string
  seen_at: Date
}

export type Tables = TablesOf<typeof Found | typeof Rule | typeof Run> & { autodiscovery_engine: EngineTable }

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
