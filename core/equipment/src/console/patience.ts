import { DeviceError } from '@linecard/driver-kit'
import type { Intake } from './intake.ts'
import type { Screen } from './screen.ts'

export interface Patience {
  /** Longest silence, in ms. */
  idleMs: number
  /** Latest end, as `performance.now()`: this also ends an output that never stops (fault 31). */
  until: number
  signal: AbortSignal
  /** What is expected, for the error message. */
  what: string
  /** The prompt behind which the keys were typed. */
  prompt?: string
  /** More characters are no answer (ParseFailed). Absent: those of the reader, as for any output. */
  maxCharacters?: number | undefined
  /** Masks secrets in the last line of the screen, for the error message. */
  masked(text: string): string
}

/** Characters of the last line in which secrets are searched, for an error message. */
const maxShown = 4096
/** What has come so far. */
export interface State {
  screen: Screen
  intake: Intake
  /** How many pieces of text have come, and how many characters since the screen was cleared. */
  pieces: number
  characters: number
  /** More characters of one output are an output without end. */
  maxCharacters: number
  /** More of the screen's cost, too. */
  maxSize: number
  ended: { error: Error | null } | null
  wake: (() => void) | null
}

/** Many short lines cost more than their characters. */
export const costOfLines = 4

export const isFull = ({ screen, characters, maxCharacters, maxSize }: State): boolean =>
  characters > maxCharacters || screen.size > maxSize

/** Masked before it is cut: a secret without its keyword would not be found. */
export const shownEnd = (last: string, masked: Patience['masked']): string =>
  masked(last.slice(-maxShown)).slice(-80)

/** Throws when there is no more reason to wait. */
export function assertPatient(
  state: State,
  { idleMs, until, what, masked, maxCharacters }: Patience,
  textAt: number,
): void {
  const { screen, ended } = state
  const now = performance.now()
  const noPrompt = (why: string) => new DeviceError('NoPrompt', why)
  const ending = () => `The screen ends with "${shownEnd(screen.last, masked)}".`
  if (ended) {
    const why = ended.error ? `: ${ended.error.message}` : ''
    throw new DeviceError('SessionLost', `The device ended the session before ${what} came${why}.`)
  }
  if (isFull(state))
    throw new DeviceError(
      maxCharacters === undefined ? 'NoPrompt' : 'ParseFailed',
      `The device printed more than ${state.maxCharacters / 1e6} MB before ${what} came.`,
    )
  if (now >= until) throw noPrompt(`The time is up before ${what} came. ${ending()}`)
  if (now - textAt >= idleMs)
    throw noPrompt(`The device was silent for ${idleMs / 1000} s before ${what} came. ${ending()}`)
}
