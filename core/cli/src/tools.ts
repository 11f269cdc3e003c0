import { existsSync } from 'node:fs'
import { boot, type BootOptions, type Running } from '@linecard/kernel'
import { CommandError, type Tools } from './command.ts'
import { render, type Format } from './output.ts'

interface ErrorBody {
  error: { code: string; description: string; details?: readonly { path: string; message: string }[] | null }
}

function apiFailure({ error }: ErrorBody): CommandError {
  const details = (error.details ?? [])
    .filter(detail => detail.path)
    .map(detail => `${detail.path}: ${detail.message}`)
  return new CommandError([`${error.description} (${error.code})`, ...details].join('\n  '))
}

/** Where the config is looked for, if nothing names it. */
export const configFiles = ['linecard.json', 'examples/all-in-one/linecard.json']

/**
 * Without `--config`, the file in the current folder. If there is none, the file of the example that
 * `npm start` runs.
 */
export function configFileOf(given: string | null): string {
  if (given) return given
  const found = configFiles.find(file => existsSync(file))
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

/** Tools for one run of a command. `close` stops the service if the command started it. */
export function createTools(
  format: Format,
  configFile: string | null,
): Tools & { started(): boolean; close(): Promise<void> } {
  let running: Promise<Running> | undefined
  const kernel = () => (running ??= boot(commandBoot(configFileOf(configFile))))
  return {
    format,
    configFile,
    kernel,
    async api(method, path, { query, body } = {}) {
      const answer = await (await kernel()).request({ method, path, query, body })
      if (answer.status >= 400) throw apiFailure(answer.body as ErrorBody)
      return answer.body as { data: unknown; meta: unknown }
    },
    use: async name => (await kernel()).use(name),
    print: (data, columns) => {
      process.stdout.write(`${render(data, format, columns)}\n`)
    },
    remark: text => {
      process.stderr.write(`${text}\n`)
    },
    started: () => running !== undefined,
    close: async () => {
      await (await running)?.stop()
    },
  }
}
