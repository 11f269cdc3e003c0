import type { CommandTools, Services } from '@linecard/plugin-kit'
import type { Running } from '@linecard/kernel'
import type { Format } from './output.ts'

export { CommandError } from '@linecard/plugin-kit'

/** The tools of a command. The service starts, without a socket, when a command first needs it. */
export interface Tools extends Omit<CommandTools, 'progress'> {
  kernel(): Promise<Running>
  use<N extends keyof Services>(name: N): Promise<Services[N]>
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
