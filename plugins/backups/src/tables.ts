import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** Digits. */
type RowId = ColumnType<string, never, never>

/** The key of all texts, as a text of the vault. One row. */
export interface KeyTable {
  id: number
  sealed: string
}

/** One text, stored once. */
export interface ContentTable {
  id: RowId
  key_id: number
  /** Keyed: it tells nothing to those who lack the key. */
  hash: Buffer
  /** Compressed, then sealed. */
  body: Buffer
  /** Of the text. */
  octets: ColumnType<string, number, number>
  lines: number
  /** When a version was last stored with it. */
  used_at: Date
}

export interface VersionTable {
  id: RowId
  device_id: number
  content_id: string
  /** Keyed hash of its significant lines. */
  significant: Buffer
  first_seen: Date
  /** The last time that the device had it. */
  last_seen: Date
  /** When the next version was seen first; null: it is the current one. */
  valid_until: Date | null
  /** Login or name of who changed it; null: unknown. */
  changed_by: string | null
  /** Who says so: the action log, or the syslog of the device. */
  changed_how: 'action' | 'syslog' | null
  /** When it was changed, where that is known. */
  changed_at: Date | null
  /** Against the version before; null: it is the first one. */
  lines_added: number | null
  lines_removed: number | null
  /** Nobody has to be told of it any more. */
  told: boolean
}

/**
 * `ok`: a new version was stored; `unchanged`: the device has the current version; `held`: the text is
 * suspiciously short; `skipped`: the device was down and was not asked.
 */
export type Result = 'ok' | 'unchanged' | 'held' | 'skipped' | 'failed'

/** One row for each device whose model can be read. */
export interface DeviceTable {
  device_id: number
  status: Generated<'never' | 'running' | Result>
  /** Who reads it now: what another attempt has read is not stored any more. */
  attempt: string | null
  attempted_at: Date | null
  ended_at: Date | null
  spent_ms: number | null
  error_code: string | null
  error: string | null
  /** In a row. */
  failures: Generated<number>
  /** The last time that its configuration was read. */
  succeeded_at: Date | null
  /** The group of workers that reads it. */
  worker: Generated<string>
  /** Null: it is switched off, or its model cannot be read. */
  next_at: Date | null
  /** Somebody wants it read now, also if it is down. */
  asked_at: Date | null
  /** A change was made of which no version is known yet. */
  changing_since: Date | null
  /** The content that was held back. */
  held_id: string | null
  held_significant: Buffer | null
  held_at: Date | null
  /** Its significant lines. */
  held_lines: number | null
  /** Significant lines that a person has refused. */
  refused: Buffer | null
}

/** What a person asked to be read. */
export interface RunTable {
  id: Generated<string>
  asked_by: string
  created_at: Generated<Date>
}

export interface RunDeviceTable {
  run_id: string
  device_id: number
  /** Null: it waits, or is read now. */
  result: Result | null
  error_code: string | null
  error: string | null
  ended_at: Date | null
}

export interface Tables {
  backups_key: KeyTable
  backups_content: ContentTable
  backups_version: VersionTable
  backups_device: DeviceTable
  backups_run: RunTable
  backups_run_device: RunDeviceTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
