import { existsSync } from 'node:fs'
import { boot, type Running } from '@linecard/kernel'
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

/** Without `--config`, the file of the current folder, else that of the example which `npm start` runs. */
export function configFileOf(given: string | null): string {
  if (given) return given
  const found = ['linecard.json', 'examples/all-in-one/linecard.json'].find(file => existsSync(file))
  if (!found) throw new CommandError('no linecard.json here; name one with --config or LINECARD_CONFIG')
  return found
}

/** Tools of one command run; `close` stops what it started. */
export function toolsFor(
  format: Format,
  configFile: string | null,
): Tools & { started(): boolean; close(): Promise<void> } {
  let running: Promise<Running> | undefined
  // A command's log would drown its answer; problems still show as errors.
  const kernel = () =>
    (running ??= boot({
      configFile: configFileOf(configFile),
      mode: 'command',
      env: { LINECARD_LOG_LEVEL: 'error', ...process.env },
    }))
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
    say: text => {
      process.stderr.write(`${text}\n`)
    },
    started: () => running !== undefined,
    close: async () => {
      await (await running)?.stop()
    },
  }
}
