import { randomInt } from 'node:crypto'
import { DeviceError } from '@linecard/driver-kit'
import { squeeze, withoutMargin } from './echo.ts'
import { settleMs } from './expected.ts'
import type { Expected } from './reader.ts'
import { pagersOf, patienceOf, promptsOf, type ConsoleState } from './state.ts'

/** Fences after one command. A device that prints its own lines between all of them cannot be followed. */
const maxFences = 6
/** A console that shows a prompt and nothing of the fence for so long repeats nothing that is typed. */
const noEchoMs = 1_500
/** A console that did so before: a pager has taken the keys, or the device is busy. */
const lostFenceMs = 5_000
/** A message has torn the echo of a fence if the rest does not come in so long, ms. */
const tornMs = 300
/** Lines before a prompt in which the echo of a fence is looked for: its reply may be a list of commands. */
const maxReplyLines = 200
/** A longer line is not the echo of a fence. */
const maxEchoLine = 2_048
/** Characters of a fence that no message has by chance. */
const pieceLength = 4

/** What came from a command. */
export interface CommandLines {
  /** Lines of the command, and of the device's own messages if there were any. */
  lines: readonly string[]
  /** The device has printed lines of its own meanwhile: which of the lines are output is not certain. */
  disturbed: boolean
  /** A line was too long: its end is lost. */
  cut: boolean
}

/** What came from a command until the device was in step again. */
export interface Fenced extends CommandLines {
  mode: string
  /**
   * Lines after them: of the command, of messages, or what the device said to a fence whose echo was torn.
   */
  doubtful: string[]
}

/** Adds lines. There may be more of them than a call has arguments. */
const add = (to: string[], lines: readonly string[]): void => lines.forEach(line => to.push(line))

/** A line that changes nothing and that the device has never printed. */
const newFence = ({ profile }: ConsoleState): string =>
  (profile.comment ?? '#') + Array.from({ length: 8 }, () => 'bcdfghjkmnpqrstvwxz'[randomInt(19)]).join('')

/** What the device says to a fence, in a form that is equal for all fences of a mode. */
const replyOf = (lines: readonly string[], word: string): string =>
  lines
    .map(line => squeeze(line.replaceAll(word, '*')))
    .filter(line => line !== '')
    .join('\n')

/** The lines in which the echo of a fence may stand. */
const echoLines = (lines: readonly string[]): string[] =>
  lines.slice(-maxReplyLines).filter(line => line.length <= maxEchoLine)

/** Whether a part of the fence stands in these lines: its echo is there, but torn by a message. */
const holdsPiece = (lines: readonly string[], word: string): boolean =>
  Array.from({ length: word.length - pieceLength }, (_, at) => word.slice(1 + at, 1 + at + pieceLength)).some(
    piece => lines.some(line => line.includes(piece)),
  )

/** What may come after a fence. */
function expectedAfter(state: ConsoleState, word: string, wanted: readonly string[]): Expected<string>[] {
  const { echo, roundTripMs, replies, prompt: before } = state
  const prompts = promptsOf(state, wanted)
  // The fence, the usual reply and the same prompt as before it: that is all, so nobody waits for silence.
  const usual = prompts.map((prompt): Expected<string> => ({
    ...prompt,
    fits: (last, lines) =>
      last === before &&
      lines[0] === word &&
      prompt.fits(last, lines) &&
      replies.get(prompt.gives!) === replyOf(lines.slice(1), word),
    settleMs: 0,
  }))
  const whole = prompts.map((prompt): Expected<string> => ({
    ...prompt,
    fits: (last, lines) => prompt.fits(last, lines) && echoLines(lines).some(line => line.includes(word)),
    settleMs: settleMs.known,
  }))
  const torn = prompts.map((prompt): Expected<string> => ({
    ...prompt,
    fits: (last, lines) => prompt.fits(last, lines) && holdsPiece([...echoLines(lines), last], word),
    settleMs: tornMs + 4 * roundTripMs,
  }))
  const absentMs = echo === null ? noEchoMs : lostFenceMs + 4 * roundTripMs
  const absent = prompts.map(prompt => ({ ...prompt, settleMs: absentMs }))
  return [...pagersOf(state), ...usual, ...whole, ...torn, ...absent]
}

/** Types a fence. Gives the lines before its echo, the start of the line with its echo, and its reply. */
async function typeFence(state: ConsoleState, wanted: readonly string[]) {
  const { reader, transport, newline, profile, patterns } = state
  const word = newFence(state)
  const started = performance.now()
  transport.write(word + newline)
  const { given, last, lines, cut } = await reader.expect(
    expectedAfter(state, word, wanted),
    patienceOf(state, 'the prompt after a comment, which shows that the command has ended,'),
  )
  const all = [state.prompt + (lines[0] ?? ''), ...lines.slice(1)]
  state.prompt = patterns.promptIn(last)
  const startOf = (line: string) => line.slice(0, line.indexOf(word)).trimEnd()
  // A device may repeat the word in its refusal: the echo is the line with the word after a prompt.
  const echo = all.findLastIndex(line => line.includes(word) && patterns.isPrompt(startOf(line)))
  const at = echo >= 0 ? echo : all.findLastIndex(line => line.includes(word))
  const after = withoutMargin(all.slice(at + 1), profile.abovePrompt)
  if (at < 0)
    return { mode: given, whole: false as const, torn: holdsPiece(echoLines(all), word), lines: all, cut }
  state.roundTripMs = Math.max(state.roundTripMs, performance.now() - started)
  return {
    mode: given,
    whole: true as const,
    cut,
    // The first of them is the prompt that was taken for the end.
    before: all.slice(0, at),
    start: startOf(all[at]!),
    after,
    reply: replyOf(after, word),
  }
}

/**
 * Ties the lines that came after a command to it. A prompt alone proves nothing: a device prints it again
 * after every message of its own. So a comment with a random word is typed, the fence. A console takes one
 * line after the other: when its echo stands after a prompt and only the usual reply and a prompt follow,
 * nothing of the command can come later.
 *
 * @param came after the command, up to the prompt `state.prompt`
 * @param wanted modes in which the device may be
 * @throws DeviceError NoPrompt, SessionLost: whether the command has ended is then not known
 */
export async function fence(
  state: ConsoleState,
  came: CommandLines,
  wanted: readonly string[],
): Promise<Fenced> {
  const { replies, patterns } = state
  const lines = [...came.lines]
  const doubtful: string[] = []
  let { disturbed, cut } = came
  /** A fence was torn: what comes now may belong to it. */
  let torn = false
  const doubt = (more: readonly string[]) => {
    add(doubtful, more)
    disturbed = torn = true
  }
  /** The reply in a mode that is new; it counts when another fence gets the same one. */
  let first = null as { reply: string; after: string[] } | null
  let unseen = 0
  for (let count = 0; count < maxFences; count++) {
    const typed = await typeFence(state, wanted)
    const { mode } = typed
    cut ||= typed.cut
    if (!typed.whole) {
      doubt(typed.lines.slice(1))
      if (!typed.torn && state.echo === null && ++unseen === 2) state.echo = false
      if (state.echo === false) return { mode, lines, doubtful, disturbed, cut }
      continue
    }
    state.echo = true
    const { before, start, after, reply } = typed
    if (before.length > 0 || !patterns.isPrompt(start)) {
      disturbed = true
      const early = [...before.slice(1), ...(patterns.isPrompt(start) ? [] : [start])]
      add(torn ? doubtful : lines, early)
    }
    if (reply === (replies.get(mode) ?? first?.reply ?? '')) {
      replies.set(mode, reply)
      return { mode, lines, doubtful, disturbed, cut }
    }
    if (replies.has(mode)) doubt(after)
    else {
      if (first) doubt(first.after)
      first = { reply, after }
    }
  }
  throw new DeviceError(
    'NoPrompt',
    'The device prints so many lines of its own that its answers cannot be told from them.',
  )
}
