import { mask, type CliProfile, type ConsoleMasker } from '@linecard/driver-kit/cli'
import { possibleLines } from './echo.ts'
import { maxWidths } from './line.ts'
import { settleMs, type ConsolePatterns } from './expected.ts'
import type { Patience } from './patience.ts'
import type { Expected, Reader } from './reader.ts'
import type { Credentials, Limits } from './sign-in.ts'
import type { ConsoleTransport } from './transport.ts'

/** One command with its output. Secrets are masked. */
export interface TranscriptEntry {
  /** Empty: the device printed this unasked. */
  sent: string
  received: string
}
export type OnTranscript = (entry: TranscriptEntry) => void

export interface ConsoleOptions {
  profile: CliProfile
  transport: ConsoleTransport
  reader: Reader
  credentials: Credentials
  limits: Limits
  onTranscript: OnTranscript
}

/**
 * An output that is a secret as a whole, such as a configuration: neither transcripts nor errors have any of
 * it, nor of what comes later on the same console.
 */
export interface HiddenOutput {
  /** More characters are no answer. */
  characters: number
  /** Longest time, in ms. */
  ms: number
}

/** A signed-in console: where it stands, and what was learnt about it. */
export interface ConsoleState extends ConsoleOptions {
  patterns: ConsolePatterns
  newline: string
  masker: ConsoleMasker
  mode: string
  /** The last prompt as it stood on the screen. */
  prompt: string
  /** Whether the device repeats what is typed. Null: not known yet. */
  echo: boolean | null
  /** From the fence to its prompt, ms: the longest that was seen. */
  roundTripMs: number
  /** What the device says to a fence, by mode. */
  replies: Map<string, string>
  /** When the present command must have ended, as `performance.now()`. */
  until: number
  /** False while a command runs and after it has failed: the position in the output is then unknown. */
  clean: boolean
  /** The last command had this output. */
  hidden: HiddenOutput | null
  signal: AbortSignal
}

/** The text without the secrets of the login and of the present command. */
export const masked = ({ masker }: Pick<ConsoleState, 'masker'>, text: string): string => masker.masked(text)

/** Characters of an output that a transcript or an error holds. */
const maxKept = 32_768

/** The lines as they may be shown, or their end. A private key that begins before it is masked too. */
export function maskedEnd(
  state: Pick<ConsoleState, 'masker'> & Partial<Pick<ConsoleState, 'hidden'>>,
  lines: readonly string[],
): string {
  if (state.hidden) return `(${lines.length} lines, not shown)`
  let from = lines.length
  for (let size = 0; from > 0 && size < maxKept; size += lines[from]!.length + 1) from--
  if (from === 0) return masked(state, lines.join('\n'))
  const key = lines.slice(0, from).findLast(line => line.includes(' PRIVATE KEY-----')) ?? ''
  const inKey = key.includes('-----BEGIN')
  return `…\n${masked(state, [...(inKey ? [key] : []), ...lines.slice(from)].join('\n'))}`
}

/** How long to wait for an answer. `what` is what is expected, for the error message. */
export const patienceOf = (
  { limits, until, signal, masker, prompt, hidden }: ConsoleState,
  what: string,
  idleMs = limits.idleMs,
): Patience => ({
  idleMs,
  until,
  signal,
  what,
  prompt,
  maxCharacters: hidden?.characters,
  masked: hidden ? () => mask : masker.masked,
})

/** Lines before a torn pager in which its beginning may stand. */
const maxPagerLines = 8

/** A message of a device has the time in front. */
const isMessage = (line: string): boolean =>
  /^[\s*%<:]{0,3}(?:\d{4}[-/.]\d\d[-/.]\d\d|\w{3} +\d{1,2}) +\d\d:\d\d:\d\d\b/.test(line)

/** How many lines above the last one the pager stands that messages have pushed up; 0: there is none. */
function rowsTo(pager: Expected<string>, lines: readonly string[], last: string): number {
  for (let rows = 1; rows <= Math.min(maxWidths, lines.length); rows++) {
    const line = lines.at(-rows)!
    const below = [...lines.slice(lines.length - rows + 1), last].filter(one => one !== '')
    if (pager.fits(line, [])) return below.length > 0 && below.every(isMessage) ? rows : 0
  }
  return 0
}

/** The pagers, also behind a prompt that a message has put before them, and torn by it. */
export const pagersOf = ({ patterns, prompt }: ConsoleState): Expected<string>[] =>
  patterns.pagers.flatMap(pager => [
    pager,
    {
      ...pager,
      fits: (last, lines) =>
        prompt !== '' &&
        last.length > prompt.length &&
        last.startsWith(prompt) &&
        possibleLines([...lines.slice(-maxPagerLines), last], prompt).some(line => pager.fits(line, [])),
      settleMs: settleMs.fresh,
    },
    {
      ...pager,
      fits: (last, lines) => !patterns.isPrompt(last) && rowsTo(pager, lines, last) > 0,
      above: (lines, last) => rowsTo(pager, lines, last),
      settleMs: settleMs.nameless,
    },
  ])

/** The prompts of these modes. */
export const promptsOf = ({ patterns }: ConsoleState, modes: readonly string[]): Expected<string>[] =>
  [...new Set(modes)].flatMap(patterns.promptsOf)
