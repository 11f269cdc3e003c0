import { DeviceError } from '../contract/errors.ts'

/** One line of a macro, a template or the console, taken apart before anything is sent. */
export interface Command {
  /** What is typed; null: the line only waits or stops. */
  text: string | null
  /** Enters after it, each followed by a wait for the prompt. */
  enters: number
  /** Text to wait for instead of the prompt of the mode. */
  prompt: string | null
  /** Answers to questions. Without `when` the question must come; with it only where that text shows. */
  answers: readonly { answer: string; when: string | null }[]
  /** Longest silence while this command runs, ms; null: as always. */
  idleMs: number | null
  /** Pause before the next command, ms. */
  sleepMs: number
  /** Ends the sequence with this sentence, before anything else of it is sent. */
  exception: string | null
}

/** Greatest pause and patience that a line may ask for, in seconds. */
const MOST_SECONDS = 600

/** Line editors take less. */
const MOST_CHARACTERS = 4096

const known =
  '<cr>, <prompt="text">, <confirm="answer">, <confirm-if="answer","text">, ' +
  '<stream_timeout=seconds>, <sleep seconds>, <exception "text">'
const wrong = (line: string, why: string) =>
  new DeviceError('BadArgument', `"${line.slice(0, 200)}": ${why}`, { argument: 'command' })

function seconds(line: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || value > MOST_SECONDS)
    throw wrong(line, `"${text}" is no time from 0 to ${MOST_SECONDS} seconds`)
  return Math.round(value * 1000)
}

/**
 * A construct: its name at the start, then nothing or what the pattern says. What the pattern does not fit is
 * malformed, not text.
 */
interface Construct {
  pattern: RegExp
  apply(command: Command, groups: string[], line: string): Command
}

const quoted = '"([^"]*)"'
const constructs: Readonly<Record<string, Construct>> = {
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

/**
 * Where a construct begins, whether well-formed or not: its name must be followed by what cannot belong to a
 * longer word.
 */
const start = new RegExp(
  `<(${Object.keys(constructs)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\\w-])`,
)

/** The end of the construct that starts here: the first `>` outside of quotes. */
function endOf(text: string, line: string): number {
  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') inQuotes = !inQuotes
    else if (text[at] === '>' && !inQuotes) return at + 1
  }
  throw wrong(line, `the construct ${text.slice(0, 40)} does not end; known are ${known}`)
}

/**
 * Reads a command with the constructs behind it. A `<` that starts no construct is text of the command, as
 * devices have it (`show <1-24>`).
 * @throws DeviceError BadArgument for a malformed construct, one in the middle of a line, or a control
 *   character: before anything is sent (fault 33)
 */
export function parseCommand(line: string): Command {
  if (line.length > MOST_CHARACTERS)
    throw wrong(line, `a command has ${MOST_CHARACTERS} characters at most, not ${line.length}`)
  if (/\p{Cc}/u.test(line.replaceAll('\t', ' ')))
    throw wrong(line.replace(/\p{Cc}/gu, '·'), 'a command is one line without control characters')
  const first = start.exec(line)
  const text = (first ? line.slice(0, first.index) : line).trim()
  let command: Command = {
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
        `"${rest.slice(0, 40)}" stands behind a construct; constructs stand at the end of a command`,
      )
    const end = endOf(rest, line)
    const { pattern, apply } = constructs[name[1]!]!
    const found = pattern.exec(rest.slice(0, end))
    if (!found) throw wrong(line, `${rest.slice(0, end)} is not well-formed; known are ${known}`)
    command = apply(command, found.slice(1), line)
    rest = rest.slice(end).trimStart()
  }
  if (
    command.text === null &&
    (command.prompt !== null || command.answers.length > 0 || command.idleMs !== null)
  )
    throw wrong(line, 'there is no command before the construct')
  return command
}
