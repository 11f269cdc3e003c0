import { DeviceError } from '@linecard/driver-kit'
import { createConsoleMasker, modePath } from '@linecard/driver-kit/cli'
import { type, refused, type RunOptions } from './command.ts'
import { isShredded, maxMatched, possibleLines } from './echo.ts'
import { createPatterns } from './expected.ts'
import { fence, type Fenced } from './fence.ts'
import { signIn } from './sign-in.ts'
import { masked, maskedEnd, type ConsoleOptions, type ConsoleState } from './state.ts'

/** A signed-in console with its mode. Only one call may use it at a time; the device queue ensures this. */
export interface ConsoleSession {
  run(command: string, options: RunOptions, signal: AbortSignal): Promise<string>
  /** The same. A configuration may have a million lines, which its reader joins in slices. */
  lines(command: string, options: RunOptions, signal: AbortSignal): Promise<readonly string[]>
  /** Returns to the main mode: the next call must not find a mode that this one left open. */
  rest(signal: AbortSignal): Promise<void>
  readonly usable: boolean
  close(): void
}

/** A counter of a table, such as "Error: 0", is no refusal. */
const isCounter = (line: string) => /^\s*[\w ]{1,32}:\s*\d+\s*$/.test(line)

/** A refusal stands among the first lines or the last ones. */
const maxRefusalLines = 1_000
const ends = (lines: readonly string[]) =>
  lines.length <= 2 * maxRefusalLines
    ? lines
    : [...lines.slice(0, maxRefusalLines), ...lines.slice(-maxRefusalLines)]

/** The line in which the device refuses the command, if there is one. */
const refusalIn = ({ profile, prompt }: ConsoleState, lines: readonly string[]) =>
  possibleLines(ends(lines), prompt)
    .map(line => line.slice(0, maxMatched))
    .find(line => !isCounter(line) && profile.errors.some(pattern => pattern.test(line)))

/** Changes to another mode, through the modes between. */
async function changeMode(state: ConsoleState, to: string): Promise<void> {
  const { profile, credentials } = state
  for (const { mode: next, command, secret } of modePath(profile, state.mode, to)) {
    const { mode: now, lines } = await type(
      state,
      command,
      [next, state.mode],
      // A mode belongs to the session alone, and the prompt shows which one it is.
      { repeatable: true },
      secret && credentials.enable,
    )
    if (now === next) continue
    const said = state.hidden ? '' : (refusalIn(state, lines) ?? lines.join(' ')).trim()
    const words = masked(state, said) || 'no reason given'
    throw secret
      ? refused(`The device refused the mode ${next}: ${words}`)
      : new DeviceError(
          'CommandRejected',
          `The device does not change to ${next} with "${command}": ${words}`,
        )
  }
}

/** Help and completion change the line that is typed, and the Enter after them would run something else. */
function assertTypable(state: ConsoleState, command: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const found = /[\u0000-\u001f\u007f?]/.exec(command)
  if (!found) return
  const name = found[0] === '?' ? '?' : `the control character ${found[0].charCodeAt(0)}`
  throw new DeviceError('BadArgument', `"${masked(state, command)}" contains ${name}, which no command may.`)
}

/** How often a command is typed whose output is mixed with messages of the device. */
const maxRuns = 4

/**
 * The output of a command. Messages of the device may stand in the output of a command that changes nothing:
 * it is typed again until its output is alone, or comes twice in the same form.
 */
async function outputAlone(
  state: ConsoleState,
  command: string,
  wanted: readonly string[],
  options: RunOptions,
): Promise<Fenced> {
  const seen = new Set<string>()
  const until = performance.now() + (options.hidden?.ms ?? state.limits.commandMs)
  for (let count = 0; count < maxRuns && performance.now() < until; count++) {
    const typed = await type(state, command, wanted, options)
    if (!typed.disturbed || !options.repeatable) return typed
    const text = typed.lines.join('\n')
    if (seen.has(text)) return typed
    seen.add(text)
  }
  throw new DeviceError(
    'NoPrompt',
    `The device prints messages into the output of "${masked(state, command)}"; they cannot be told apart.`,
  )
}

async function run(state: ConsoleState, command: string, options: RunOptions): Promise<readonly string[]> {
  assertTypable(state, command)
  await changeMode(state, options.mode ?? state.mode)
  const wanted = options.mode ? [options.mode] : state.patterns.modes
  const { lines, doubtful, disturbed, cut } = await outputAlone(state, command, wanted, options)
  const words = options.lenient ? undefined : refusalIn(state, lines)
  // With lenient the driver reads the answer itself: it must not read one that a message has torn.
  const unclear = options.lenient
    ? disturbed && !options.repeatable
    : words === undefined &&
      (refusalIn(state, [...lines, ...doubtful]) !== undefined ||
        (!options.repeatable && isShredded(lines, state.prompt)))
  if (unclear)
    throw new DeviceError(
      'NoPrompt',
      `A message of the device came between "${masked(state, command)}" and its answer: ` +
        'whether the device refused it is not known.',
      { partial: maskedEnd(state, [...lines, ...doubtful]) },
    )
  if (words !== undefined)
    throw new DeviceError(
      'CommandRejected',
      `The device refused "${masked(state, command)}": ${masked(state, words.trim())}`,
      { partial: maskedEnd(state, lines) },
    )
  if (cut)
    throw new DeviceError(
      'ParseFailed',
      `A line of the output of "${masked(state, command)}" is so long that its end is lost.`,
      options.hidden ? {} : { partial: masked(state, lines.join('\n')) },
    )
  return lines
}

/** Signs in, changes to the main mode and runs the commands that the profile wants after a login. */
export async function openConsoleSession(
  options: ConsoleOptions,
  signal: AbortSignal,
): Promise<ConsoleSession> {
  const { profile, transport, reader, credentials, limits } = options
  const newline = profile.newline ?? (transport.kind === 'telnet' ? '\r\n' : '\n')
  const patterns = createPatterns(profile)
  const signedIn = await signIn({ transport, reader, patterns, credentials, limits, newline }, signal)
  const secrets = [credentials.password, credentials.enable].filter(secret => secret.length > 2)
  const state: ConsoleState = {
    ...options,
    ...signedIn,
    patterns,
    newline,
    masker: createConsoleMasker(profile.secrets, secrets),
    echo: null,
    roundTripMs: 0,
    replies: new Map(),
    until: performance.now() + limits.commandMs,
    clean: true,
    hidden: null,
    signal,
  }
  await fence(state, { lines: [], disturbed: false, cut: false }, patterns.modes)
  if (state.echo) patterns.markKnown(state.mode)
  await changeMode(state, profile.main)
  for (const command of profile.afterLogin ?? [])
    await type(state, command, [profile.main], { repeatable: true })
  const lines: ConsoleSession['lines'] = (command, cliOptions, until) => {
    state.signal = until
    return run(state, command, cliOptions)
  }
  return {
    lines,
    run: async (...asked) => (await lines(...asked)).join('\n'),
    async rest(until) {
      state.signal = until
      if (reader.open && state.clean) await changeMode(state, profile.main)
    },
    get usable() {
      return reader.open && state.clean
    },
    close() {
      if (reader.open && state.clean && profile.logout) transport.write(profile.logout + newline)
      transport.close()
    },
  }
}
