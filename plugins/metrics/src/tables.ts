import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** Interface 0: the device itself. */
export interface SeriesTable {
  id: ColumnType<number, never, never>
  family: number
  device_id: number
  interface_id: number
  part: string
  /** The last day on which it had a value. */
  seen_on: Generated<string>
}

/** How far a tier is made; `redo_from`: values that came late lie behind it. */
export interface RolledTable {
  tier: string
  done_to: Date
  redo_from: Date | null
}

/** The last counters of a device, or the speeds of its interfaces, so that the next worker goes on. */
export interface StateTable {
  device_id: number
  time: Date
  state: Buffer
}

/** Octets a second. */
export interface SpeedChangeTable {
  interface_id: number
  time: Date
  previous: number
  speed: number
}

export interface Tables {
  metrics_speed_change: SpeedChangeTable
  metrics_series: SeriesTable
  metrics_rolled: RolledTable
  metrics_counter: StateTable
  metrics_speed: StateTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
