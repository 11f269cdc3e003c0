import type { ColumnType, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { DropReason, HeardTrap, ObjectValue, Protocol, Transport } from './intake/orders.ts'

/** Digits. */
type LogId = ColumnType<string, never, never>

/** How a module that was asked after a notification has answered. */
export type ModuleOutcome = 'asked' | 'confirmed' | 'contradicted' | 'answered' | 'silent'

export interface TrapTable {
  id: LogId
  time: Date
  address: string
  /** Null: the sender was no device. */
  device_id: number | null
  interface_id: number | null
  version: HeardTrap['version']
  inform: boolean
  user_name: string | null
  oid: string
  /** The OID where nobody has a name for it. */
  name: string
  /** Of the driver; null: it does not know this notification. */
  kind: string | null
  has_errors: boolean
  /** By the name of the module. */
  modules: Record<string, ModuleOutcome>
  objects: ObjectValue[]
  errors: string[]
  uptime: number | null
  /** Its names and values, for the search. */
  said: string
}

export interface SyslogTable {
  id: LogId
  time: Date
  address: string
  device_id: number | null
  transport: Transport
  facility: number
  severity: number
  sent_at: Date | null
  host: string
  app: string
  proc_id: string
  msg_id: string
  data: Record<string, Record<string, string>> | null
  message: string
}

/** One row for each notification that ever came. */
export interface NameTable {
  oid: string
  name: string
  kind: string | null
  received: string
  last_at: Date
}

export interface SourceTable {
  /** Empty: senders that are not told apart any more. */
  address: string
  protocol: Protocol
  device_id: number | null
  received: string
  dropped: Partial<Record<DropReason, number>>
  last_at: Date
  /** Since when it is dropped without a pause of five minutes. */
  dropping_since: Date | null
  dropped_at: Date | null
  /** Since then. */
  dropped_lately: string
}

export interface Tables {
  traps_trap: TrapTable
  traps_syslog: SyslogTable
  traps_name: NameTable
  traps_source: SourceTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
