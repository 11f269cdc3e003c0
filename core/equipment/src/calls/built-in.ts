import {
  implement,
  type Family,
  type Implementation,
  type Module,
  DeviceError,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import {
  interfacesList,
  parseInterface,
  supportedModules,
  type Interface,
  consoleCommand,
  multiConsoleCommand,
  type CommandItem,
} from '@linecard/driver-kit/modules'
import { resolveInterface } from '@linecard/driver-kit/builders'
import {
  createConsoleMasker,
  literalCommand,
  parseCommand,
  type CliProfile,
  type ConsoleCommand,
  type ConsoleMasker,
} from '@linecard/driver-kit/cli'
import { assertPauses } from './command-time.ts'
import type { ConsoleModuleSession } from './command-watch.ts'
import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises'
import type { RunOptions } from '../console/command.ts'

type CommandRow = ResultOf<typeof consoleCommand>

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

/** A line that failed so that the sequence cannot go on. */
interface LineFailure {
  error: DeviceError
  /** The row of a command that was sent, whose outcome is unknown. Null: it was not sent. */
  row: CommandRow | null
  /** The command with its secrets masked. */
  command: string
}

/**
 * Runs one command. A refusal of the device is a row. A lost session is a failure, because the outcome of
 * what was sent is unknown.
 */
async function runLine(
  session: Session,
  line: ConsoleCommand,
  masker: ConsoleMasker,
): Promise<CommandRow | LineFailure> {
  const { text, enters, prompt, idleMs, exception, secrets } = line
  const started = performance.now()
  let sent = false
  const options: RunOptions = {
    answers: line.answers.map(({ answer, when }) => ({ answer, prompt: when })),
    ...(prompt === null ? {} : { prompt }),
    ...(idleMs === null ? {} : { idleMs }),
    ...(secrets && { secrets }),
    enters,
    onEnter: () => void (sent = true),
  }
  const command = masker.command(text ?? '', options)
  const rowOf = (output: string, more: Partial<CommandRow> = {}): CommandRow => ({
    command,
    output,
    success: true,
    truncated: false,
    error: null,
    spent_ms: Math.round(performance.now() - started),
    ...more,
  })
  if (exception !== null) return rowOf('', { success: false, error: masker.masked(exception) })
  if (text === null && enters === 0) return rowOf('')
  try {
    return rowOf(await maskedOutput(masker, await session.cli.run(text ?? '', options)))
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    const output = await maskedOutput(masker, typeof error.partial === 'string' ? error.partial : '')
    const why = masker.masked(error.message)
    if (error.kind === 'ParseFailed') return rowOf(output, { truncated: true })
    if (error.kind === 'CommandRejected') return rowOf(output, { success: false, error: why })
    const row = sent && !error.notSent ? rowOf(output, { success: false, truncated: true, error: why }) : null
    return { error, row, command }
  }
}

/** The pause that a line wants after its command. Each of `stops` ends it early. */
async function pauseAfter(
  { signal }: Session,
  { sleepMs }: ConsoleCommand,
  ...stops: readonly (AbortSignal | undefined)[]
): Promise<void> {
  const early = stops.filter(stop => stop !== undefined)
  if (sleepMs === 0 || early.some(({ aborted }) => aborted)) return
  const ends = AbortSignal.any([signal, ...early])
  await sleep(sleepMs, undefined, { signal: ends }).catch(() => signal.throwIfAborted())
}

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
const consoleModulesOf = ({ secrets }: CliProfile): readonly Implementation[] => [
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

/**
 * A module that the service answers itself, from the answer of another module or from the catalogue. It needs
 * no turn at the device of its own.
 */
export interface DerivedModule {
  module: Module
  /** The module whose answer is used; null if no answer of the device is needed. */
  source: Module | null
  derive(data: unknown, args: Readonly<Record<string, unknown>>): unknown
}

const interfaceOfList: DerivedModule = {
  module: parseInterface,
  source: interfacesList,
  derive: (list, args) => resolveInterface(list as Interface[], args['interface'] as string | number),
}

/** The same for drivers, which ask it through their session. */
const implementationOf = ({ module, source, derive }: DerivedModule): Implementation =>
  implement(module, async (session, args) =>
    derive(source && (await session.call(source, {})), args as Record<string, unknown>),
  )

export interface ModelModules {
  /** By name; a driver's implementation replaces one of the service. */
  implementations: ReadonlyMap<string, Implementation>
  derived: ReadonlyMap<string, DerivedModule>
}

/**
 * All modules of a model: those of its driver, the console modules if its family has a console, and the
 * modules that the service derives.
 */
export function modulesOf(ofDriver: Iterable<Implementation>, { cli }: Pick<Family, 'cli'>): ModelModules {
  const implementations = new Map<string, Implementation>()
  const derived = new Map<string, DerivedModule>()
  const add = (implementation: Implementation) =>
    implementations.set(implementation.module.name, implementation)
  const addDerived = (one: DerivedModule) => {
    if (implementations.has(one.module.name)) return
    derived.set(one.module.name, one)
    add(implementationOf(one))
  }
  if (cli) consoleModulesOf(cli).forEach(add)
  for (const implementation of ofDriver) add(implementation)
  if (implementations.has(interfacesList.name)) addDerived(interfaceOfList)
  addDerived({ module: supportedModules, source: null, derive: () => [...implementations.keys()].toSorted() })
  return { implementations, derived }
}
