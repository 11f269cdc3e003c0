import type { Readable } from 'node:stream'
import type { Caller } from '../caller.ts'

export interface ImportOptions {
  /** Check and ask everything, and write nothing. */
  dry_run?: boolean
  /** Nothing is added where one line is wrong; else the good lines are. */
  atomic?: boolean
  /** Change known devices as their lines say; else they are left as they are. */
  update?: boolean
  /** Group of devices whose line names none. */
  group_id?: number
}

export interface ExportOptions {
  separator?: 'comma' | 'semicolon' | 'tab'
  bom?: boolean
}

/** Taking in and giving out whole tables, offered by `inventory`. */
export interface Transfer {
  /**
   * Takes a CSV file and begins to work through it. How far it is and what became of its lines is told by
   * `GET /device/import/{id}`.
   * Throws ApiError where the file cannot be read or may not be taken; nothing of it is left then.
   */
  importDevices(
    caller: Caller,
    options: ImportOptions,
    file: Readable,
  ): Promise<{ id: number; ended: Promise<void> }>
  /** A table as CSV, of what the caller sees. It is read no faster than its reader; destroy it to leave. */
  export(table: 'devices' | 'interfaces' | 'onus', caller: Caller, options?: ExportOptions): Readable
}
