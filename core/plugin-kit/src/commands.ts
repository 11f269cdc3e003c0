import { brand } from '@linecard/driver-kit'

/** Columns of a table for people: headings, and functions that take the value from a row. */
export type TableColumns = Readonly<Record<string, (row: never) => unknown>>

/** A failure that the user can correct. It is printed as one line, with exit code 1. */
export class CommandError extends Error {
  static {
    brand(this, 'CommandError')
  }
}

/**
 * Files of the person who gave the command. A path is an argument of the command or lies below one; it starts
 * at the folder of that person. All functions reject with the `code` of the file system, such as ENOENT.
 */
export interface CommandFiles {
  /** Null: there is nothing. */
  kind(path: string): Promise<'file' | 'folder' | 'other' | null>
  /** Names in a folder, sorted. */
  list(folder: string): Promise<string[]>
  /** The file in pieces of any size. A failure comes with the first piece, so iterate it at once. */
  read(path: string): AsyncIterable<Buffer>
  /** With the folders above it. */
  makeFolder(path: string): Promise<void>
  /** Makes the file or replaces it. `mode` is that of a new file. */
  write(path: string, content: string | AsyncIterable<string | Buffer>, mode?: number): Promise<void>
}

/** What a command of a plugin works with, beside the context of the plugin. */
export interface CommandTools {
  /**
   * Calls an operation of the API as the service itself; `path` is below `/api/v1`.
   * @throws CommandError with the text of the API's error
   */
  api(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    input?: { query?: Readonly<Record<string, string | number | boolean | undefined>>; body?: unknown },
  ): Promise<{ data: unknown; meta: unknown }>
  /** Writes data to stdout in the format that the user chose. `columns` are for tables. */
  print(data: unknown, columns?: TableColumns): void
  /** Writes a line to stderr, so that stdout has only data. */
  remark(text: string): void
  /** Shows the present work in one line on stderr, which the next call replaces; null removes it. */
  progress(text: string | null): void
  files: CommandFiles
  /** Aborted when the person ends the command or goes away. `api` rejects from then on. */
  signal: AbortSignal
}

/**
 * A command of a plugin: `linecard <plugin>:<name>`. It runs in the service; where none runs, in a process of
 * its own. So it knows the person only by its tools: standard streams, the working folder and the variables
 * are those of the service.
 */
export interface Command<C> {
  summary: string
  /** In the notation of commander: `<required>`, `[optional]`, `[many...]`, each with what it is. */
  args?: Readonly<Record<string, string>>
  /** `-r, --room <name>`, each with what it is. `-o` and `--config` belong to every command. */
  options?: Readonly<Record<string, string>>
  /** Its name in the action log, if it changes something without the API, which records its operations. */
  records?: `${string}:${string}`
  /**
   * `args` are in the order of `args`: an optional one that is absent is undefined, `[many...]` a list.
   * `options` have their long names in camelCase: a text, or true for one without a value.
   * @throws CommandError, ApiError, DeviceError: printed as one line. Any other error is printed with its
   *   stack. Both end with exit code 1
   */
  run(
    ctx: C,
    tools: CommandTools,
    args: readonly (string | string[] | undefined)[],
    options: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<void>
}

/** For example `1200 of 65534 (1 %), 10.1.0.0/16`. Empty for a job that does not report its progress. */
export function progressText(progress: { done: number; total: number | null; what: string } | null): string {
  if (!progress) return ''
  const { done, total, what } = progress
  const share = total ? `${done} of ${total} (${Math.floor((100 * done) / total)} %)` : String(done)
  return what ? `${share}, ${what}` : share
}
