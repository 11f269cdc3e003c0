import type { Services } from '@linecard/plugin-kit'
import type { CallRequest, Running } from '@linecard/kernel'
import type { TableColumns, Format } from './output.ts'

/** The tools of a command. The service starts, without a socket, when a command first needs it. */
export interface Tools {
  kernel(): Promise<Running>
  /**
   * Calls an operation of the API as the service itself; `path` is below `/api/v1`.
   * @throws CommandError with the text of the API's error
   */
  api(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    input?: Pick<CallRequest, 'query' | 'body'>,
  ): Promise<{ data: unknown; meta: unknown }>
  use<N extends keyof Services>(name: N): Promise<Services[N]>
  /** Writes data to stdout in the format that the user chose. `columns` are for tables. */
  print(data: unknown, columns?: TableColumns): void
  /** Writes to stderr, so that stdout has only data. */
  remark(text: string): void
  format: Format
  configFile: string | null
}

export interface CliCommand {
  name: string
  summary: string
  /** In the notation of commander: `<required>`, `[optional]`, `[many...]`. */
  args?: Readonly<Record<string, string>>
  options?: Readonly<Record<string, string>>
  /**
   * Its name in the action log, if it changes something without the API. The API records its own operations.
   */
  records?: `${string}:${string}`
  run(
    tools: Tools,
    args: readonly (string | string[] | undefined)[],
    options: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<void>
}

/** A failure that the user can correct. It is printed as one line, with exit code 1. */
export class CommandError extends Error {}
