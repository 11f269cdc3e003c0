import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { PingMethod } from '@linecard/plugin-kit'

/** Why a device is not watched although it is enabled. */
export const problems = ['address_refused', 'no_route'] as const

export interface DeviceTable {
  device_id: number
  /** inet; the address that was watched. */
  ip: string
  /** Null: unknown. */
  status: 'Up' | 'Down' | null
  since: Date | null
  method: PingMethod | null
  port: number | null
  problem: (typeof problems)[number] | null
  /** When the first verdict about it fell. */
  observed_from: Date | null
  down_at: Date | null
  blind_at: Date | null
  /** Echoes of the last five minutes. */
  sent: number | null
  lost: number | null
  /** Round trip in ms. */
  rtt_min: number | null
  rtt_avg: number | null
  rtt_max: number | null
  measured_at: Date | null
}

export interface OutageTable {
  /** bigint */
  id: Generated<string>
  device_id: number
  down_at: Date
  /** Null: it has not ended. */
  up_at: Date | null
}

/** Nothing was known of a device. */
export interface BlindTable {
  device_id: number
  from_at: Date
  until_at: Date | null
}

/** A process watched. */
export interface RunTable {
  id: Generated<string>
  /** Its group of workers; `''` is the default group. */
  worker: string
  from_at: Date
  until_at: Date
}

/** The process that watches the devices of a group of workers. */
export interface LeaseTable {
  worker: string
  holder: string | null
  /** By the clock of the database. */
  heard_at: Date
}

/** Echoes of a device in 5 minutes or in an hour. */
export interface SampleTable {
  device_id: number
  step_sec: number
  time: Date
  sent: number
  lost: number
  rtt_min: number | null
  rtt_sum: number
  rtt_max: number | null
}

export interface Tables {
  pinger_device: DeviceTable
  pinger_outage: OutageTable
  pinger_blind: BlindTable
  pinger_run: RunTable
  pinger_lease: LeaseTable
  pinger_sample: SampleTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
