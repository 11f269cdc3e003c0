import { DeviceError, implement, type Implementation } from '@linecard/driver-kit'
import {
  createConsoleMasker,
  literalCommand,
  parseCommand,
  type CliProfile,
  type ConsoleCommand,
  type ConsoleMasker,
} from '@linecard/driver-kit/cli'
import { consoleCommand, multiConsoleCommand, type CommandItem } from '@linecard/driver-kit/modules'
import { assertPauses } from './command-time.ts'
import type { ConsoleModuleSession } from './command-watch.ts'
import { pauseAfter, runLine, type CommandRow, type LineFailure } from './console-line.ts'

const literal = ({ text, constructs, secrets }: Exclude<CommandItem, string>): ConsoleCommand => ({
  ...literalCommand(text, constructs),
  ...(secrets && { secrets }),
})

/** All lines, parsed before the first one is written (fault 33). */
function linesOf(commands: string | readonly CommandItem[]): ConsoleCommand[] {
  const lines = (typeof commands === 'string' ? commands.split(/\r?\n/) : commands)
    .filter(item => typeof item !== 'string' || item.trim() !== '')
    .map(item => (typeof item === 'string' ? parseCommand(item) : literal(item)))
  if (lines.length === 0)
    throw new DeviceError('BadArgument', 'There is no command to run.', { argument: 'commands' })
  assertPauses(lines)
  return lines
}

/** The failure with all rows: the caller has to know which commands ran, and what came of the last one. */
function failureAfter(rows: readonly CommandRow[], of: number, failed: LineFailure): DeviceError {
  const { error, row, command } = failed
  const shown = command === '' ? 'the command' : `"${command}"`
  const last = row ? `${shown} was sent, its outcome is unknown` : `${shown} was not sent`
  return new DeviceError(error.kind, `${error.message} (after ${rows.length} of ${of} commands; ${last})`, {
    partial: row ? [...rows, row] : rows,
    notSent: row === null,
    cause: error,
  })
}

/** The failure of a single command, which may not have been sent. */
const alone = ({ error, row, command }: LineFailure): DeviceError =>
  row || error.notSent
    ? error
    : new DeviceError(error.kind, `${error.message} ("${command}" was not sent)`, {
        partial: error.partial,
        notSent: true,
        cause: error,
      })

/** The service stops before this command. */
const stopping = ({ text }: ConsoleCommand, masker: ConsoleMasker, { reason }: AbortSignal): LineFailure => ({
  error: reason as DeviceError,
  row: null,
  command: masker.command(text ?? '', {}),
})

/** A pause that ended the call: every command before it ran, so nothing is unknown. */
const pauseFailure = (rows: readonly CommandRow[], of: number, error: unknown): unknown =>
  error instanceof DeviceError
    ? new DeviceError(error.kind, `${error.message} (after ${rows.length} of ${of} commands, in a pause)`, {
        partial: rows,
        notSent: true,
        cause: error,
      })
    : error

/** Console commands, for families with this console. */
export const consoleModulesOf = ({ secrets }: CliProfile): readonly Implementation[] => [
  implement(consoleCommand, async (session, { command }) => {
    const line = parseCommand(command)
    const { giveTime } = session as ConsoleModuleSession
    giveTime?.(line.idleMs ?? 0)
    const ran = await runLine(session, line, createConsoleMasker(secrets))
    if ('row' in ran) throw alone(ran)
    giveTime?.(line.sleepMs)
    await pauseAfter(session, line)
    return ran
  }),
  implement(multiConsoleCommand, async (session, { commands, break_on_error: stopsOnError = 'yes' }) => {
    const { commands: watch = {}, giveTime, closing } = session as ConsoleModuleSession
    const { onCommand, stop } = watch
    const lines = linesOf(commands)
    const of = lines.length
    const masker = createConsoleMasker(
      secrets,
      lines.flatMap(line => line.secrets ?? []),
    )
    const rows: CommandRow[] = []
    for (const line of lines) {
      if (stop?.aborted) break
      if (closing?.aborted) throw failureAfter(rows, of, stopping(line, masker, closing))
      giveTime?.(line.idleMs ?? 0)
      const ran = await runLine(session, line, masker)
      if ('row' in ran) throw failureAfter(rows, of, ran)
      rows.push(ran)
      const { truncated: _, ...done } = ran
      await onCommand?.({ at: rows.length, of, ...done })
      if ((stopsOnError === 'yes' && !ran.success) || line.exception !== null) break
      giveTime?.(line.sleepMs)
      await pauseAfter(session, line, stop, closing).catch((error: unknown) => {
        throw pauseFailure(rows, of, error)
      })
    }
    return rows
  }),
]
