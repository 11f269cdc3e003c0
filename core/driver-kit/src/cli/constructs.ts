import { DeviceError } from '../contract/errors.ts'
import { commonSecrets, maskCommands } from './secrets/index.ts'

/** One line of a macro, a template or the console, parsed before anything is sent. */
export interface ConsoleCommand {
  /** The text to type; null: the line only waits or stops. */
  text: string | null
  /** Number of Enter keys after the text. After each, the console waits for the prompt. */
  enters: number
  /** Text to wait for instead of the prompt of the mode. */
  prompt: string | null
  /** Answers to questions. With `when`, the answer is typed only if the question contains this text. */
  answers: readonly { answer: string; when: string | null }[]
  /** Longest time without output while this command runs, ms; null: the usual time. */
  idleMs: number | null
  /** Pause before the next command, ms. */
  sleepMs: number
  /** Message with which the sequence ends. Nothing after this line is sent. */
  exception: string | null
  /** Parts that nobody may see. Absent: none are known. */
  secrets?: readonly string[]
}

/** Longest pause and longest wait that a line may set, in seconds. */
const maxPauseSec = 600

/** Characters of a line. Line editors of devices accept fewer. */
const maxCommandLength = 4096

const known =
  '<cr>, <prompt="text">, <confirm="answer">, <confirm-if="answer","text">, ' +
  '<stream_timeout=seconds>, <sleep seconds>, <exception "text">'
const shown = (line: string) => maskCommands(commonSecrets, line.slice(0, maxCommandLength))
const wrong = (line: string, why: string) =>
  new DeviceError('BadArgument', `"${shown(line).slice(0, 200)}": ${why}`, { argument: 'command' })

function seconds(line: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || value > maxPauseSec)
    throw wrong(line, `"${text}" is not a time from 0 to ${maxPauseSec} seconds`)
  return Math.round(value * 1000)
}

/** A construct. If the line has its name, but does not match the pattern, the construct is malformed. */
interface Construct {
  pattern: RegExp
  apply(command: ConsoleCommand, groups: string[], line: string): ConsoleCommand
}

const quoted = '"([^"]*)"'
const constructsByName: Readonly<Record<string, Construct>> = {
  cr: { pattern: /^<cr>$/, apply: command => ({ ...command, enters: command.enters + 1 }) },
  prompt: {
    pattern: new RegExp(`^<prompt\\s*=\\s*${quoted}>$`),
    apply: (command, [text]) => ({ ...command, prompt: text! }),
  },
  confirm: {
    pattern: new RegExp(`^<confirm\\s*=\\s*${quoted}>$`),
    apply: (command, [answer]) => ({
      ...command,
      answers: [...command.answers, { answer: answer!, when: null }],
    }),
  },
  'confirm-if': {
    pattern: new RegExp(`^<confirm-if\\s*=\\s*${quoted}\\s*,\\s*${quoted}>$`),
    apply(command, [answer, when], line) {
      if (when === '') throw wrong(line, 'confirm-if needs the text of the question')
      return { ...command, answers: [...command.answers, { answer: answer!, when: when! }] }
    },
  },
  stream_timeout: {
    pattern: /^<stream_timeout\s*=\s*([\d.]+)>$/,
    apply: (command, [time], line) => ({ ...command, idleMs: seconds(line, time!) }),
  },
  sleep: {
    pattern: /^<sleep\s+([\d.]+)>$/,
    apply: (command, [time], line) => ({ ...command, sleepMs: command.sleepMs + seconds(line, time!) }),
  },
  exception: {
    pattern: new RegExp(`^<exception\\s+${quoted}>$`),
    apply: (command, [text]) => ({ ...command, exception: text! }),
  },
}

/** The start of a construct, well-formed or not: its name as a whole word. */
const start = new RegExp(
  `<(${Object.keys(constructsByName)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\\w-])`,
)

/** Where the first construct of a line begins, well-formed or not; null: the line has none. */
export const constructsAt = (line: string): number | null => start.exec(line)?.index ?? null

/** The end of the construct that starts here: the first `>` outside of quotes. */
function endOf(text: string, line: string): number {
  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') inQuotes = !inQuotes
    else if (text[at] === '>' && !inQuotes) return at + 1
  }
  throw wrong(line, `the construct ${shown(text).slice(0, 40)} has no end; the constructs are ${known}`)
}

/** Refuses what a line editor would not take as one line of text. */
function assertLine(line: string): void {
  if (line.length > maxCommandLength)
    throw wrong(line, `a command may have at most ${maxCommandLength} characters, not ${line.length}`)
  if (/\p{Cc}/u.test(line.replaceAll('\t', ' ')))
    throw wrong(line.replace(/\p{Cc}/gu, '·'), 'a command is one line without control characters')
}

/** Help and completion change the line that is typed, and the Enter after them would run something else. */
function assertText(line: string, text: string): void {
  const found = /[?\t]/.exec(text)
  if (found)
    throw wrong(line, `a command may not contain ${found[0] === '?' ? '?, which asks for help' : 'a tab'}`)
}

/**
 * Reads a command and the constructs at its end. A `<` that does not start a construct is text of the command
 * (`show <1-24>`).
 * @throws DeviceError BadArgument for a malformed construct, for one in the middle of a line, and for a
 *   control character. Nothing is sent then (fault 33).
 */
export function parseCommand(line: string): ConsoleCommand {
  assertLine(line)
  const first = start.exec(line)
  const text = (first ? line.slice(0, first.index) : line).trim()
  assertText(line, text)
  let command: ConsoleCommand = {
    text: text === '' ? null : text,
    enters: 0,
    prompt: null,
    answers: [],
    idleMs: null,
    sleepMs: 0,
    exception: null,
  }
  for (let rest = first ? line.slice(first.index) : ''; rest !== '';) {
    const name = start.exec(rest)
    if (name?.index !== 0)
      throw wrong(
        line,
        `"${shown(rest).slice(0, 40)}" comes after a construct; constructs must be at the end of a command`,
      )
    const end = endOf(rest, line)
    const { pattern, apply } = constructsByName[name[1]!]!
    const found = pattern.exec(rest.slice(0, end))
    if (!found)
      throw wrong(line, `${shown(rest.slice(0, end))} is not well-formed; the constructs are ${known}`)
    command = apply(command, found.slice(1), line)
    rest = rest.slice(end).trimStart()
  }
  if (
    command.text === null &&
    (command.prompt !== null || command.answers.length > 0 || command.idleMs !== null)
  )
    throw wrong(line, 'a command must come before this construct')
  return command
}

/**
 * A command whose text is typed as it is: `<` begins no construct in it. Only `constructs` are read.
 * @throws DeviceError BadArgument for what no console takes as one command, and for malformed constructs
 */
export function literalCommand(text: string, constructs = ''): ConsoleCommand {
  assertLine(text)
  assertText(text, text)
  if (text.trim() === '') throw wrong(text, 'the text of a command may not be empty')
  const command = parseCommand(`- ${constructs}`)
  if (command.text !== '-') throw wrong(constructs, `only constructs may stand there: ${known}`)
  return { ...command, text: text.trim() }
}
