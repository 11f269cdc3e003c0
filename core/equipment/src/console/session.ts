import { DeviceError } from '@linecard/driver-kit'
import { maskSecrets, modePath, type CliOptions, type CliProfile } from '@linecard/driver-kit/cli'
import { maxMatched, withoutEcho, withoutMargin } from './echo.ts'
import { asksFor, createPatterns, repliesOf, settleMs, type ConsolePatterns } from './expected.ts'
import type { Expected, Reader } from './reader.ts'
import { signIn, type Credentials, type Limits } from './sign-in.ts'
import type { ConsoleTransport } from './transport.ts'

/** One command with its output. Secrets are masked. */
export interface TranscriptEntry {
  sent: string
  received: string
}
export type OnTranscript = (entry: TranscriptEntry) => void

/** A signed-in console with its mode. Only one call may use it at a time; the device queue ensures this. */
export interface ConsoleSession {
  run(command: string, options: CliOptions, signal: AbortSignal): Promise<string>
  /** Returns to the main mode: the next call must not find a mode that this one left open. */
  rest(signal: AbortSignal): Promise<void>
  readonly usable: boolean
  close(): void
}

export interface ConsoleOptions {
  profile: CliProfile
  transport: ConsoleTransport
  reader: Reader
  credentials: Credentials
  limits: Limits
  onTranscript: OnTranscript
}

interface State extends ConsoleOptions {
  patterns: ConsolePatterns
  newline: string
  /** Values that are masked in the transcript. */
  secrets: readonly string[]
  mode: string
  /** False while a command runs and after it has failed: the position in the output is then unknown. */
  clean: boolean
  signal: AbortSignal
}

interface Typed {
  mode: string
  lines: string[]
}

const refused = (why: string) => new DeviceError('AuthFailed', why)

const masked = ({ profile, secrets }: State, text: string): string =>
  maskSecrets(
    profile.secrets ?? [],
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
  )

/** The password of a privileged mode, sent once. A second question for it is a refusal. */
const passwordReplies = ({ patterns, newline }: State, secret: string): Expected<string>[] => {
  const fits = (last: string) => asksFor(patterns.ask.password, last)
  return [
    { fits, answers: secret + newline, once: true, settleMs: settleMs.question },
    { fits, gives: ':again', settleMs: settleMs.fresh },
  ]
}

/** Writes one command. Afterwards the device must be in one of the `wanted` modes. */
async function type(
  state: State,
  command: string,
  wanted: readonly string[],
  { answers = [], prompt, idleMs, enters = 0 }: CliOptions,
  secret?: string,
): Promise<Typed> {
  const { patterns, newline, limits, reader, transport, profile, signal } = state
  state.clean = false
  const shown = masked(state, command)
  const expected: Expected<string>[] = [
    ...patterns.pagers,
    ...repliesOf(patterns, command, answers, newline),
    ...(secret === undefined ? [] : passwordReplies(state, secret)),
    ...(prompt === undefined
      ? [...new Set(wanted)].flatMap(patterns.promptsOf)
      : [{ fits: (last: string) => last.includes(prompt), gives: state.mode, settleMs: settleMs.known }]),
  ]
  transport.write(command + newline)
  const lines: string[] = []
  let { mode } = state
  for (let enter = 0; enter <= enters; enter++) {
    if (enter > 0) transport.write(newline)
    const answer = await reader.expect(expected, {
      idleMs: idleMs ?? limits.idleMs,
      until: performance.now() + limits.commandMs,
      signal,
      what: `the prompt after "${shown}"`,
    })
    mode = answer.given
    lines.push(...answer.lines)
  }
  state.onTranscript({ sent: shown, received: masked(state, lines.join('\n')) })
  if (mode === ':again') throw refused('The device refused the enable password of the access profile.')
  if (prompt === undefined) {
    state.mode = mode
    patterns.markKnown(mode)
    state.clean = true
  }
  return { mode, lines: withoutMargin(withoutEcho(lines, command), profile.abovePrompt) }
}

/** The line in which the device refuses the command, if there is one. */
const refusalIn = ({ profile }: State, lines: readonly string[]) =>
  lines.find(line => profile.errors.some(pattern => pattern.test(line.slice(0, maxMatched))))

/** Changes to another mode, through the modes between. */
async function changeMode(state: State, to: string): Promise<void> {
  const { profile, credentials } = state
  for (const { mode: next, command, secret } of modePath(profile, state.mode, to)) {
    const { mode: now, lines } = await type(
      state,
      command,
      [next, state.mode],
      {},
      secret && credentials.enable,
    )
    if (now === next) continue
    const words = masked(state, (refusalIn(state, lines) ?? lines.join(' ')).trim()) || 'no reason given'
    throw secret
      ? refused(`The device refused the mode ${next}: ${words}`)
      : new DeviceError(
          'CommandRejected',
          `The device does not change to ${next} with "${command}": ${words}`,
        )
  }
}

async function run(state: State, command: string, options: CliOptions): Promise<string> {
  await changeMode(state, options.mode ?? state.mode)
  const { lines } = await type(state, command, options.mode ? [options.mode] : state.patterns.modes, options)
  const words = options.lenient ? undefined : refusalIn(state, lines)
  if (words !== undefined)
    throw new DeviceError(
      'CommandRejected',
      `The device refused "${masked(state, command)}": ${masked(state, words.trim())}`,
      { partial: masked(state, lines.join('\n')) },
    )
  return lines.join('\n')
}

/** Signs in, changes to the main mode and runs the commands that the profile wants after a login. */
export async function openConsoleSession(
  options: ConsoleOptions,
  signal: AbortSignal,
): Promise<ConsoleSession> {
  const { profile, transport, reader, credentials, limits } = options
  const newline = profile.newline ?? (transport.kind === 'telnet' ? '\r\n' : '\n')
  const patterns = createPatterns(profile)
  const mode = await signIn({ transport, reader, patterns, credentials, limits, newline }, signal)
  const secrets = [credentials.password, credentials.enable].filter(secret => secret.length > 2)
  const state: State = { ...options, patterns, newline, secrets, mode, clean: true, signal }
  patterns.markKnown(mode)
  await changeMode(state, profile.main)
  for (const command of profile.afterLogin ?? []) await type(state, command, [profile.main], {})
  return {
    run(command, cliOptions, until) {
      state.signal = until
      return run(state, command, cliOptions)
    },
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
