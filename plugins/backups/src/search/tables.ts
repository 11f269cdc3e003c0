import type { ColumnType, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Tables as Versions } from '../tables.ts'

/** A line without secrets, stored once. */
export interface LineTable {
  /** Digits. */
  id: ColumnType<string, never, never>
  /** The first 128 bits of SHA-256, as a uuid. */
  digest: string
  text: string
}

/** The current configuration of a device as ids of lines. */
export interface DeviceLinesTable {
  device_id: number
  version_id: string
  /** The model whose secrets were masked; null: it was unknown. */
  model_key: string | null
  lines: string[]
  /** It has more lines than are searched. */
  cut: boolean
  indexed_at: Date
}

interface Tables extends Versions {
  backups_line: LineTable
  backups_device_lines: DeviceLinesTable
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
