import type { CommandTools, Services } from '@linecard/plugin-kit'
import type { Running } from '@linecard/kernel'
import type { Format } from './output.ts'
import type { Terminal } from './terminal.ts'

export { CommandError } from '@linecard/plugin-kit'

/**
 * The tools of a command. In a running service they are of that service; elsewhere one starts, without a
 * socket, when a command first needs it.
 */
export interface Tools extends Omit<CommandTools, 'progress'> {
  kernel(): Promise<Running>
  use<N extends keyof Services>(name: N): Promise<Services[N]>
  format: Format
  configFile: string | null
  terminal: Terminal
  /**
   * For a command that is a service: lets it do the commands of other processes. `told` gets why it cannot.
   */
  serve?(running: Running, dataDir: string, told: (why: string) => void): Promise<{ close(): Promise<void> }>
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
