import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Evidence, Kind, Reason, Verdict } from './judge/index.ts'

type Json<T> = ColumnType<T, string, string>

/** An outage. Until it was seen twice it is not open: `opened_at` is null, and nobody is told. */
export interface OutageTable {
  id: Generated<number>
  device_id: number
  kind: Kind
  /** What was told first. */
  first_kind: Kind
  scope: Verdict['scope']
  ports: string[]
  card: string | null
  /** Ports that are down because of it. */
  interface_ids: number[]
  below_device_ids: number[]
  confidence: number
  evidence: Json<Evidence[]>
  title: string
  description: string
  /** ONUs; null: unknown. */
  customers: number | null
  /** Readings that have shown it. */
  looks: Generated<number>
  began_at: Date
  /** Reading that has shown it last. */
  seen_at: Date
  opened_at: Date | null
  revised_at: Date | null
  /** What its ONUs did when they came back was looked at. */
  reviewed: Generated<boolean>
  ended_at: Date | null
}

/** An ONU of an outage. `dereg_at` is by the clock of the OLT. */
export interface MemberTable {
  outage_id: number
  interface_id: number
  port: string | null
  model: string
  reason: Reason
  lost_at: Date
  dereg_at: Date | null
  back_at: Date | null
}

/** How often ONUs of a model gasped at OLTs of a family. */
export interface GaspTable {
  family: string
  model: string
  gasped: number
  silent: number
}

/** ONUs that fell and came back together; ids of interfaces in their order. */
export interface GroupTable {
  device_id: number
  port: string
  members: number[]
  times: number
  last_at: Date
}

export interface DeviceTable {
  device_id: number
  /** The last reading of the states of its ONUs. */
  read_at: Date | null
  /** Times of the last readings, in the order in which they were noted. */
  reads: Generated<string[]>
  restarted_at: Date | null
  /** The reading that saw the restart first. */
  restart_seen_at: Date | null
  /** When it was asked for reasons. */
  asked_at: Date | null
  /** When it last said what follows. */
  told_at: Date | null
  /** Whether cards work, by slot. */
  cards: Json<Record<string, boolean>>
  /** Whether PON ports send light, by bind key. */
  sends: Json<Record<string, boolean>>
}

export interface Tables {
  correlation_outage: OutageTable
  correlation_member: MemberTable
  correlation_gasp: GaspTable
  correlation_group: GroupTable
  correlation_device: DeviceTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
