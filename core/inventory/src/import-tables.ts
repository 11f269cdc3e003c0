import type { ColumnType, Generated } from '@linecard/plugin-kit/sql'

/** What became of a line of an imported file, see `transfer/import/outcome.ts`. */
export type ImportResult =
  | 'added'
  | 'would_add'
  | 'updated'
  | 'would_update'
  | 'known'
  | 'skipped'
  | 'invalid'
  | 'duplicate'

/** What a device said about itself during an import. */
export interface ImportFound {
  model_id: number
  name: string | null
  location: string | null
  mac: string | null
  serial: string | null
}

export interface ImportTable {
  id: Generated<number>
  user_id: number
  login: string
  /** Groups that its user saw; empty: all. */
  group_ids: Generated<number[]>
  dry_run: boolean
  atomic: boolean
  update_known: boolean
  status: 'receiving' | 'running' | 'interrupted' | 'done' | 'refused' | 'cancelled' | 'failed'
  encoding: string | null
  separator: string | null
  total: number | null
  done: Generated<number>
  counts: ColumnType<Partial<Record<ImportResult, number>>, string | undefined, string>
  error: ColumnType<{ code: string; description: string } | null, string | null, string | null>
  cancel: Generated<boolean>
  started_at: ColumnType<Date, never, never>
  /** Moves every second while a process works on it. */
  heard_at: ColumnType<Date, undefined, Date>
  finished_at: Date | null
  /** The process that works on it. */
  process_id: string | null
  /** Group of devices whose line has no group. */
  group_id: number | null
  /** Key of the pieces of its file, sealed by the vault. Null: no file. */
  file_key: string | null
}

export interface ImportPieceTable {
  import_id: number
  number: number
  bytes: Buffer
}

export interface ImportRowTable {
  import_id: number
  line: number
  ip: string | null
  result: ImportResult
  code: string | null
  message: string | null
  device_id: number | null
  found: ImportFound | null
}
