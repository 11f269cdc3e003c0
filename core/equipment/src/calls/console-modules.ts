import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises'
import {
  DeviceError,
  implement,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import {
  createConsoleMasker,
  parseCommand,
  type CliProfile,
  type ConsoleCommand,
  type ConsoleMasker,
} from '@linecard/driver-kit/cli'
import { consoleCommand, multiConsoleCommand } from '@linecard/driver-kit/modules'

type Result = ResultOf<typeof consoleCommand>

/** So long an output is masked before other work goes on, ms. */
const maskMs = 5

/** The output of a command, masked. It may have many lines. */
async function maskedOutput(masker: ConsoleMasker, output: string): Promise<string> {
  const masked = masker.lines()
  const lines: string[] = []
  let started = performance.now()
  for (const line of output.split('\n')) {
    lines.push(masked(line))
    if (performance.now() - started < maskMs) continue
    await otherWork()
    started = performance.now()
  }
  return lines.join('\n')
}

/**
 * Runs one command. A refusal of the device is a result. A lost session is an error, because the outcome is
 * unknown.
 */
async function runOne(session: Session, line: ConsoleCommand, masker: ConsoleMasker): Promise<Result> {
  const { text, enters, prompt, idleMs, sleepMs, exception } = line
  const options = {
    answers: line.answers.map(({ answer, when }) => ({ answer, prompt: when })),
    ...(prompt === null ? {} : { prompt }),
  }
  const command = masker.command(text ?? '', options)
  let result: Result = { command, output: '', success: true, truncated: false, error: null }
  if (exception !== null) return { ...result, success: false, error: exception }
  if (text !== null || enters > 0) {
    try {
      const output = await session.cli.run(text ?? '', {
        ...options,
        enters,
        ...(idleMs === null ? {} : { idleMs }),
      })
      result.output = await maskedOutput(masker, output)
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      const output = await maskedOutput(masker, String(error.partial ?? ''))
      if (error.kind === 'ParseFailed') result = { ...result, output, truncated: true }
      else if (error.kind === 'CommandRejected')
        result = { ...result, output, success: false, error: masker.masked(error.message) }
      else throw error
    }
  }
  if (sleepMs > 0) await sleep(sleepMs, undefined, { signal: session.signal })
  return result
}

/**
 * Console commands, for families with this console. All lines are parsed before the first one is written
 * (fault 33).
 */
export const consoleModulesOf = ({ secrets }: CliProfile): readonly Implementation[] => [
  implement(consoleCommand, (session, { command }) =>
    runOne(session, parseCommand(command), createConsoleMasker(secrets)),
  ),
  implement(multiConsoleCommand, async (session, { commands, break_on_error: stop = 'yes' }) => {
    const lines = (typeof commands === 'string' ? commands.split(/\r?\n/) : commands)
      .filter(line => line.trim() !== '')
      .map(parseCommand)
    if (lines.length === 0)
      throw new DeviceError('BadArgument', 'There is no command to run.', { argument: 'commands' })
    const masker = createConsoleMasker(secrets)
    const results: Result[] = []
    for (const line of lines) {
      try {
        results.push(await runOne(session, line, masker))
      } catch (error) {
        // The caller has to know which commands ran before the failure, and what came of the last one.
        if (error instanceof DeviceError) {
          const ran = results.length
          if (typeof error.partial === 'string' && line.text !== null)
            results.push({
              command: masker.command(line.text),
              output: masker.masked(error.partial),
              success: false,
              truncated: true,
              error: masker.masked(error.message),
            })
          throw new DeviceError(error.kind, `${error.message} (after ${ran} of ${lines.length} commands)`, {
            partial: results,
            notSent: error.notSent,
            cause: error,
          })
        }
        throw error
      }
      if ((stop === 'yes' && !results.at(-1)!.success) || line.exception !== null) break
    }
    return results
  }),
]
