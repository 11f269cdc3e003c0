import { boot, type BootOptions, type Running } from '@linecard/kernel'
import { CommandError, type Tools } from './command.ts'
import { configFileIn } from './config-file.ts'
import { printed } from './output.ts'

interface ErrorBody {
  error: { code: string; description: string; details?: readonly { path: string; message: string }[] | null }
}

function apiFailure({ error }: ErrorBody): CommandError {
  const details = (error.details ?? [])
    .filter(detail => detail.path)
    .map(detail => `${detail.path}: ${detail.message}`)
  return new CommandError([`${error.description} (${error.code})`, ...details].join('\n  '))
}

/**
 * Without `--config`, the file in the current folder. If there is none, the file of the example that
 * `npm start` runs.
 */
export function configFileOf(given: string | null): string {
  const found = given ?? configFileIn([], {})
  if (!found)
    throw new CommandError(
      'there is no linecard.json in this folder; name one with --config or LINECARD_CONFIG',
    )
  return found
}

/** How commands open the installation. Log lines would hide their answer, so only errors are shown. */
export const commandBoot = (configFile: string): BootOptions => ({
  configFile,
  mode: 'command',
  lookIn: [import.meta.dirname],
  env: { LINECARD_LOG_LEVEL: 'error', ...process.env },
})

/** The installation of a command. */
export interface Opened {
  kernel(): Promise<Running>
  /** Whether a command has used it. */
  started(): boolean
  /** Stops it if the command started it. */
  close(): Promise<void>
}

/** An installation that starts in this process when a command needs it. */
export function openedHere(configFile: string | null): Opened {
  let running: Promise<Running> | undefined
  return {
    kernel: () => (running ??= boot(commandBoot(configFileOf(configFile)))),
    started: () => running !== undefined,
    close: async () => {
      await (await running)?.stop()
    },
  }
}

/** Tools for one run of a command. */
export function createTools(
  given: Pick<Tools, 'format' | 'configFile' | 'terminal' | 'serve'>,
  opened: Opened = openedHere(given.configFile),
): Tools & Opened {
  const { format, terminal } = given
  const { kernel } = opened
  return {
    ...given,
    ...opened,
    async api(method, path, { query, body } = {}) {
      const running = await kernel()
      terminal.signal.throwIfAborted()
      const answer = await running.request({ method, path, query, body })
      if (answer.status >= 400) throw apiFailure(answer.body as ErrorBody)
      return answer.body as { data: unknown; meta: unknown }
    },
    use: async name => (await kernel()).use(name),
    print: (data, columns) => terminal.print(printed(data, format, columns)),
    remark: text => {
      terminal.error.write(`${text}\n`)
    },
    files: terminal.files,
    signal: terminal.signal,
  }
}
