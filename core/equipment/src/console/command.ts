import { DeviceError } from '@linecard/driver-kit'
import { type CliOptions, mask } from '@linecard/driver-kit/cli'
import { outputOf, withoutMargin, showsTyped } from './echo.ts'
import { asksFor, repliesOf, settleMs } from './expected.ts'
import { fence, type Fenced } from './fence.ts'
import type { Expected } from './reader.ts'
import { maskedEnd, pagersOf, patienceOf, promptsOf, type ConsoleState, type HiddenOutput } from './state.ts'

/** So long a line that is not the echo may stand before it counts as something else, ms. */
const garbledMs = 500
/** More lines are no echo: the device prints something else. */
const maxEchoLines = 100
/** So long nothing may come at all, ms. */
const silentMs = 5_000

/**
 * Text that may hold the echo of a command, masked. An echo that a message has torn shows a part of a secret,
 * which no pattern finds.
 */
const maskedEcho = (state: ConsoleState, command: string, shown: string, lines: readonly string[]): string =>
  shown === command ? maskedEnd(state, lines) : mask

/** Takes what the device has printed unasked since the last command, and keeps it in the transcript. */
function takeUnasked(state: ConsoleState): void {
  const lines = state.reader.drain()
  if (lines.some(line => line !== '')) state.onTranscript({ sent: '', received: maskedEnd(state, lines) })
}

/**
 * Types a command without Enter and waits until the screen shows it. Gives false if the screen shows
 * something else: the device has printed a message meanwhile, or does not wait for a command at all.
 *
 * @param shown the command with its secrets masked
 */
async function typeWithoutEnter(state: ConsoleState, command: string, shown: string): Promise<boolean> {
  const { reader, transport, roundTripMs } = state
  takeUnasked(state)
  transport.write(command)
  if (command.trim() === '' || !state.echo) return true
  const shows = (last: string, lines: readonly string[]) => showsTyped(lines, last, state.prompt, command)
  const expected: Expected<'shown' | 'garbled' | 'silent'>[] = [
    { fits: shows, gives: 'shown' },
    { fits: (_, lines) => lines.length > maxEchoLines, gives: 'garbled' },
    {
      fits: (last, lines) => last !== '' || lines.length > 0,
      gives: 'garbled',
      settleMs: garbledMs + 4 * roundTripMs,
    },
    { fits: () => true, gives: 'silent', settleMs: silentMs + 4 * roundTripMs },
  ]
  const { given, last, lines } = await reader.expect(expected, {
    ...patienceOf(state, `the echo of "${shown}"`),
    masked: text => maskedEcho(state, command, shown, [text]),
  })
  const came = [...lines, last]
  if (given !== 'shown' && came.some(line => line !== ''))
    state.onTranscript({ sent: '', received: maskedEcho(state, command, shown, came) })
  return given === 'shown'
}

/** A command that was typed and not sent. */
const notSent = (command: string): DeviceError =>
  new DeviceError(
    'SessionLost',
    `The device did not show "${command}" as it was typed, so Enter was not pressed: it was not executed. ` +
      'Try again.',
    { notSent: true },
  )

export interface RunOptions extends CliOptions {
  /** The command changes nothing: it may be typed again if the device printed lines of its own meanwhile. */
  repeatable?: boolean
  /** The output is a secret as a whole. */
  hidden?: HiddenOutput
  /** Called before Enter is pressed. A failure before it means that the command did not run. */
  onEnter?: () => void
}

export const refused = (why: string): DeviceError => new DeviceError('AuthFailed', why)

/** The password of a privileged mode, sent once. A second question for it is a refusal. */
const passwordReplies = ({ patterns, newline }: ConsoleState, secret: string): Expected<string>[] => {
  const fits = (last: string) => asksFor(patterns.ask.password, last)
  return [
    { fits, answers: secret + newline, once: true, settleMs: settleMs.question },
    { fits, gives: ':again', settleMs: settleMs.fresh },
  ]
}

/** A password that the device wants before it prints what is hidden. Nobody knows which one it is. */
const unanswered = ({ patterns }: ConsoleState): Expected<string> => ({
  fits: last => asksFor(patterns.ask.password, last),
  gives: ':asks',
  settleMs: settleMs.nameless,
})

/** What may follow a command before its prompt. */
const questionsOf = (
  state: ConsoleState,
  command: string,
  { answers = [], hidden }: RunOptions,
  secret: string | undefined,
): Expected<string>[] => [
  ...pagersOf(state),
  ...repliesOf(state.patterns, command, answers, state.newline),
  ...(secret === undefined ? [] : passwordReplies(state, secret)),
  ...(hidden ? [unanswered(state)] : []),
]

/** How long a prompt stands before it counts, beside its own time. */
const settlesAfter = ({ echo }: ConsoleState, { answers = [], hidden }: RunOptions): number => {
  // Without an echo nothing but silence proves that a prompt is not a part of the output.
  if (hidden && echo === false) return settleMs.nameless
  // A fence that comes while the device asks would be taken for the answer.
  return answers.length > 0 ? settleMs.fresh : 0
}

/** What has come after a command. A configuration has a million lines: they are not copied one by one. */
interface Received {
  lines: readonly string[]
}

/** The error, with what the console has printed until then; the transcript gets that too. */
function handedOver(state: ConsoleState, shown: string, { lines }: Received, error: unknown): unknown {
  const text = maskedEnd(state, [...lines, ...state.reader.drain()])
  if (text.trim() === '') return error
  state.onTranscript({ sent: shown, received: text })
  return error instanceof DeviceError && error.partial === undefined && !state.hidden
    ? new DeviceError(error.kind, error.message, { partial: text, cause: error })
    : error
}

/**
 * Runs one command. Afterwards the device must be in one of the `wanted` modes.
 * @throws DeviceError SessionLost if the command was typed and not sent
 */
export async function type(
  state: ConsoleState,
  command: string,
  wanted: readonly string[],
  options: RunOptions,
  secret?: string,
): Promise<Fenced> {
  state.clean = false
  // A command that may be silent for longer has that time too.
  const ms = options.hidden?.ms ?? state.limits.commandMs
  state.until = performance.now() + ms + (options.idleMs ?? 0)
  // What was hidden once may also come late.
  state.hidden = options.hidden ?? state.hidden
  const shown = state.masker.command(command, options)
  // Whatever the screen shows, a command that changes nothing may be sent: its output is checked.
  if (!(await typeWithoutEnter(state, command, shown)) && !options.repeatable) throw notSent(shown)
  const received: Received = { lines: [] }
  const came = await enter(state, { command, shown, wanted, options, secret, received }).catch(
    (error: unknown) => {
      throw handedOver(state, shown, received, error)
    },
  )
  if (came.mode === ':again') throw refused('The device refused the enable password of the access profile.')
  if (came.mode === ':asks') throw refused(`The device asks for a password after "${shown}".`)
  return came
}

interface Entered {
  command: string
  shown: string
  wanted: readonly string[]
  options: RunOptions
  secret: string | undefined
  received: Received
}

/** Sends the command that was typed, and waits until the device is in step again. */
async function enter(
  state: ConsoleState,
  { command, shown, wanted, options, secret, received }: Entered,
): Promise<Fenced> {
  const { patterns, newline, reader, transport, profile } = state
  const { prompt, idleMs, enters = 0 } = options
  const before = state.prompt
  const least = settlesAfter(state, options)
  const expected: Expected<string>[] = [
    ...questionsOf(state, command, options, secret),
    ...(prompt === undefined
      ? promptsOf(state, wanted).map(one => ({ ...one, settleMs: Math.max(one.settleMs ?? 0, least) }))
      : [{ fits: (last: string) => last.includes(prompt), gives: state.mode, settleMs: settleMs.known }]),
  ]
  let { mode } = state
  let [disturbed, cut] = [false, false]
  options.onEnter?.()
  for (let count = 0; count <= enters; count++) {
    transport.write(newline)
    const answer = await reader.expect(expected, patienceOf(state, `the prompt after "${shown}"`, idleMs))
    mode = answer.given
    state.prompt = patterns.promptIn(answer.last)
    cut ||= answer.cut
    disturbed ||= answer.disturbed || state.prompt !== answer.last
    // Who reads what is hidden looks for pages in it, in slices.
    disturbed ||= !options.hidden && answer.lines.some(patterns.isPager)
    received.lines = received.lines.length === 0 ? answer.lines : [...received.lines, ...answer.lines]
  }
  const known = prompt === undefined && !mode.startsWith(':')
  const came = { lines: received.lines, disturbed, cut }
  const fenced =
    known && state.echo !== false ? await fence(state, came, wanted) : { ...came, mode, doubtful: [] }
  const text = maskedEnd(state, [...fenced.lines, ...fenced.doubtful]).replace(/^\n/, '')
  state.onTranscript({ sent: shown, received: text })
  if (known) {
    state.mode = fenced.mode
    if (state.echo) patterns.markKnown(fenced.mode)
    state.clean = true
  }
  return { ...fenced, lines: withoutMargin(outputOf(fenced.lines, before, command), profile.abovePrompt) }
}
