import { setImmediate as otherWork, setTimeout as sleep } from 'node:timers/promises'
import { DeviceError, type ResultOf, type Session } from '@linecard/driver-kit'
import type { ConsoleCommand, ConsoleMasker } from '@linecard/driver-kit/cli'
import type { consoleCommand } from '@linecard/driver-kit/modules'
import type { RunOptions } from '../console/command.ts'

export type CommandRow = ResultOf<typeof consoleCommand>

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
export interface LineFailure {
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
export async function runLine(
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
export async function pauseAfter(
  { signal }: Session,
  { sleepMs }: ConsoleCommand,
  ...stops: readonly (AbortSignal | undefined)[]
): Promise<void> {
  const early = stops.filter(stop => stop !== undefined)
  if (sleepMs === 0 || early.some(({ aborted }) => aborted)) return
  const ends = AbortSignal.any([signal, ...early])
  await sleep(sleepMs, undefined, { signal: ends }).catch(() => signal.throwIfAborted())
}
