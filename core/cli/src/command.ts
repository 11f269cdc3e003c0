import type { Services } from '@linecard/plugin-kit'
import type { CallRequest, Running } from '@linecard/kernel'
import type { Columns, Format } from './output.ts'

/** What a command works with. The service is started, without a socket, when it is first needed. */
export interface Tools {
  kernel(): Promise<Running>
  /**
   * Calls an operation of the API as the service itself; `path` below `/api/v1`. Throws what the API answers.
   */
  api(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    input?: Pick<CallRequest, 'query' | 'body'>,
  ): Promise<{ data: unknown; meta: unknown }>
  use<N extends keyof Services>(name: N): Promise<Services[N]>
  print(data: unknown, columns?: Columns): void
  /** To stderr, so that piped output stays clean. */
  say(text: string): void
  format: Format
  configFile: string | null
}

export interface Command {
  name: string
  summary: string
  /** As commander reads them: `<needed>`, `[optional]`, `[many...]`. */
  args?: Readonly<Record<string, string>>
  options?: Readonly<Record<string, string>>
  /**
   * Its name in the action log, where it changes something past the API, whose operations are recorded by
   * themselves.
   */
  records?: `${string}:${string}`
  run(
    tools: Tools,
    args: readonly (string | string[] | undefined)[],
    options: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<void>
}

/** Something the user can mend: printed as one line, exit code 1. */
export class CommandError extends Error {}
