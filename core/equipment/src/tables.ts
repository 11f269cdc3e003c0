import type { Missing } from '@linecard/driver-kit'
import type { Generated, SqlEntityManager, TablesOf } from '@linecard/plugin-kit/sql'
import type { EquipmentCall } from './entities/call.ts'
import type { Learnt } from './snmp/index.ts'

/** The last answer of a device to a module with certain arguments. */
export interface AnswerTable {
  /** PostgreSQL's address of the row. */
  ctid: Generated<string>
  device_id: number
  module: string
  args_hash: string
  args: unknown
  data: unknown
  time: Date
  spent_ms: number
  missing: Missing[]
  complete: boolean
  /** The device was changed after this answer. */
  outdated: Generated<boolean>
  /** Null for answers from before this column. */
  answered_by: string[] | null
  /** Of data, missing, complete and answered_by; null for answers from before this column. */
  digest: string | null
}

/** The public key by which a device is known on one of its ports. */
export interface HostKeyTable {
  ip: string
  port: number
  fingerprint: string
  first_seen: Generated<Date>
  /** Fingerprint of another key that the device showed later. */
  refused: string | null
  refused_at: Date | null
  /** When the pinned key was shown again after that; null: not yet. */
  matched_at: Date | null
}

/** A device that one task changes alone. */
export interface HoldTable {
  device_id: number
  id: string
  process_id: string
  user_id: number | null
  login: string | null
  what: string
  since: Generated<Date>
}

/** What was learnt about the SNMP agent of a device. */
export interface HabitTable {
  device_id: number
  learnt: Learnt | null
  /** Smoothed round trip and its deviation, ms. */
  srtt: number | null
  rttvar: number | null
  updated_at: Generated<Date>
}

export type Tables = TablesOf<typeof EquipmentCall> & {
  equipment_answer: AnswerTable
  equipment_host_key: HostKeyTable
  equipment_hold: HoldTable
  equipment_habit: HabitTable
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
