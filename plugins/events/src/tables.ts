import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { EventChangeKind, Severity } from '@linecard/plugin-kit'

export interface EventTable {
  /** bigint, digits. */
  id: ColumnType<string, never, never>
  /** 16 hexadecimal digits of the name, device, interface and part. */
  key: string
  /** Of an alert from outside. */
  fingerprint: string | null
  /** Of an alert from outside: when it began there. */
  starts_at: Date | null
  severity: Severity
  name: string
  title: string
  description: string
  /** No foreign key: the events of a removed device end by the engine, and are told. */
  device_id: number | null
  interface_id: number | null
  part: string
  labels: ColumnType<Record<string, string>, string, string>
  /** Since when it has held, as far as is known. */
  since: Date
  created_at: Date
  /** Component, or `alertmanager`. */
  created_by: string
  resolved_at: Date | null
  resolved_by: string | null
  parent_id: string | null
  customers: number | null
  maintenance: Generated<boolean>
  /** Its condition comes and goes: since then it does not hold, and the event waits. */
  absent_since: Date | null
  /** Of an alert from outside: when it was last told; null: nobody told it for too long. */
  seen_at: Date | null
  /** It has no duration: it was resolved as it began. */
  happening: Generated<boolean>
}

/** What lies below an open event. One of the two is null. */
export interface BelowTable {
  event_id: string
  device_id: number | null
  interface_id: number | null
}

/** The outbox. */
export interface ChangeTable {
  /** bigint, digits; in the order of commits, see `appendChanges`. */
  seq: string
  kind: EventChangeKind
  time: Date
  event_id: string
  device_id: number | null
  /** The row of the event as it was then. */
  event: unknown
}

/** One row. */
export interface CounterTable {
  /** bigint, digits; of the last change. */
  seq: string
  /** When the engine last ended a round. */
  round_at: Date | null
}

/** Conditions that hold and have no event. */
export interface WaitingTable {
  key: string
  name: string
  device_id: number | null
  since: Date
  /** A person resolved its event: no new one until then. */
  muted_until: Date | null
}

/** What an operator has changed of a condition. Null: as its source says. */
export interface ConditionTable {
  name: string
  enabled: Generated<boolean>
  severity: Severity | null
  for_sec: number | null
}

/** A maintenance window. */
export interface WindowTable {
  id: ColumnType<number, never, never>
  name: string
  comment: string
  enabled: boolean
  /** Null: without a begin, without an end. */
  starts_at: Date | null
  ends_at: Date | null
  /** ISO: 1 is Monday. Null: it does not recur, and lasts from its begin to its end. */
  weekdays: number[] | null
  /** Of the day in the time zone. */
  from_minute: number | null
  minutes: number | null
  /** IANA. */
  timezone: string
  /** All three empty: everything. */
  group_ids: number[]
  device_ids: number[]
  interface_ids: number[]
  created_at: Date
  updated_at: Date
  /** Login. */
  updated_by: string
}

export interface LeaseTable {
  worker: string
  holder: string | null
  heard_at: Date
}

export interface Tables {
  events_event: EventTable
  events_below: BelowTable
  events_change: ChangeTable
  events_counter: CounterTable
  events_waiting: WaitingTable
  events_condition: ConditionTable
  events_window: WindowTable
  events_lease: LeaseTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
