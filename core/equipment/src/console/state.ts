import type { CliProfile, ConsoleMasker } from '@linecard/driver-kit/cli'
import type { ConsolePatterns } from './expected.ts'
import type { Expected, Patience, Reader } from './reader.ts'
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
  /** False while a command runs and after it has failed: the position in the output is then unknown. */
  clean: boolean
  signal: AbortSignal
}

/** The text without the secrets of the login and of the present command. */
export const masked = ({ masker }: ConsoleState, text: string): string => masker.masked(text)

/** How long to wait for an answer. `what` is what is expected, for the error message. */
export const patienceOf = (
  { limits, signal, masker, prompt }: ConsoleState,
  what: string,
  idleMs = limits.idleMs,
): Patience => ({
  idleMs,
  until: performance.now() + limits.commandMs,
  signal,
  what,
  prompt,
  masked: masker.masked,
})

/** The prompts of these modes. */
export const promptsOf = ({ patterns }: ConsoleState, modes: readonly string[]): Expected<string>[] =>
  [...new Set(modes)].flatMap(patterns.promptsOf)
