import type { ColumnType, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** One row for each ONU whose light was ever measured; dBm. */
export interface LightTable {
  interface_id: number
  /** Last measured; null: never. */
  rx: number | null
  olt_rx: number | null
  at: Date
  /** Last measured within the limits of the settings. */
  good_rx: number | null
  good_olt_rx: number | null
  good_at: Date | null
  /** What it is compared with: at first its first good values. */
  ref_rx: number | null
  ref_olt_rx: number | null
  ref_at: Date | null
  /** Who set it; null: nobody, it is the first good value. */
  ref_by: string | null
}

/** One row for each ONU and day (UTC) on which it was measured; dBm. */
export interface DayTable {
  interface_id: number
  /** `YYYY-MM-DD` where it is read as text. */
  day: ColumnType<string, string, never>
  rx_min: number | null
  rx_max: number | null
  olt_rx_min: number | null
  olt_rx_max: number | null
}

export interface Tables {
  onu_history_light: LightTable
  onu_history_day: DayTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
