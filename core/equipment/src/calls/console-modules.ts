import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeviceError,
  implement,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { parseCommand, type ConsoleCommand } from '@linecard/driver-kit/cli'
import { consoleCommand, multiConsoleCommand } from '@linecard/driver-kit/modules'

type Result = ResultOf<typeof consoleCommand>

/**
 * Runs one command. A refusal of the device is a result. A lost session is an error, because the outcome is
 * unknown.
 */
async function runOne(
  session: Session,
  { text, enters, prompt, answers, idleMs, sleepMs, exception }: ConsoleCommand,
): Promise<Result> {
  if (exception !== null) return { command: text ?? '', output: '', success: false, error: exception }
  let result: Result = { command: text ?? '', output: '', success: true, error: null }
  if (text !== null || enters > 0) {
    try {
      result.output = await session.cli.run(text ?? '', {
        answers: answers.map(({ answer, when }) => ({ answer, prompt: when })),
        enters,
        ...(prompt === null ? {} : { prompt }),
        ...(idleMs === null ? {} : { idleMs }),
      })
    } catch (error) {
      if (!(error instanceof DeviceError) || error.kind !== 'CommandRejected') throw error
      result = { ...result, output: String(error.partial ?? ''), success: false, error: error.message }
    }
  }
  if (sleepMs > 0) await sleep(sleepMs, undefined, { signal: session.signal })
  return result
}

/**
 * Console commands, for every family with a console. All lines are parsed before the first one is written
 * (fault 33).
 */
export const consoleModules: readonly Implementation[] = [
  implement(consoleCommand, (session, { command }) => runOne(session, parseCommand(command))),
  implement(multiConsoleCommand, async (session, { commands, break_on_error: stop = 'yes' }) => {
    const lines = (typeof commands === 'string' ? commands.split(/\r?\n/) : commands)
      .filter(line => line.trim() !== '')
      .map(parseCommand)
    if (lines.length === 0)
      throw new DeviceError('BadArgument', 'There is no command to run.', { argument: 'commands' })
    const results: Result[] = []
    for (const line of lines) {
      try {
        results.push(await runOne(session, line))
      } catch (error) {
        // The caller has to know which commands ran before the failure.
        if (error instanceof DeviceError)
          throw new DeviceError(
            error.kind,
            `${error.message} (after ${results.length} of ${lines.length} commands)`,
            { partial: results, cause: error },
          )
        throw error
      }
      if ((stop === 'yes' && !results.at(-1)!.success) || line.exception !== null) break
    }
    return results
  }),
]
