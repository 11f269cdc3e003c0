import type { Readable } from 'node:stream'
import type { Caller } from '../caller.ts'
import type { OnuListAsked } from './onus.ts'

/** How an import treats the lines of its file. */
export interface ImportOptions {
  /** Checks all lines and asks the devices, but writes nothing. */
  dry_run?: boolean
  /** If one line is wrong, nothing is added. By default the good lines are added. */
  atomic?: boolean
  /** Changes known devices. By default they stay as they are. */
  update?: boolean
  /** Group of devices whose line does not name a group. */
  group_id?: number
}

/** How a table is written: with commas and without a byte order mark, if nothing else is said. */
export interface ExportOptions {
  separator?: 'comma' | 'semicolon' | 'tab'
  bom?: boolean
}

/** Import and export of whole tables, offered by `inventory`. */
export interface Transfer {
  /**
   * Receives a CSV file and starts to import it. `GET /device/import/{id}` gives the progress and the result
   * of each line.
   * @throws ApiError if the file cannot be read or is not allowed; then nothing of it is stored
   */
  importDevices(
    caller: Caller,
    options: ImportOptions,
    file: Readable,
  ): Promise<{ id: number; ended: Promise<void> }>
  /**
   * Goes on with an interrupted import after the last line of its report.
   * @throws ApiError if the caller does not see it or if it is not interrupted
   */
  resumeImport(caller: Caller, id: number): Promise<{ id: number; ended: Promise<void> }>
  /** The rows that the caller sees, as CSV. It reads as fast as its consumer; destroy it to stop. */
  export(table: 'devices' | 'interfaces' | 'onus', caller: Caller, options?: ExportOptions): Readable
  /**
   * The same of ONUs that fit a question. @throws ApiError VALIDATION_ERROR that names what cannot be asked
   */
  exportOnus(asked: OnuListAsked, caller: Caller, options?: ExportOptions): Readable
}
