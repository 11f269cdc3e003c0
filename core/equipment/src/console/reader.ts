import { DeviceError } from '@linecard/driver-kit'
import { createIntake } from './intake.ts'
import { assertPatient, costOfLines, isFull, shownEnd, type Patience, type State } from './patience.ts'
import { createScreen } from './screen.ts'
import type { ConsoleTransport } from './transport.ts'

/** Something that may stand at the end of the screen, and what to do then. */
export interface Expected<T> {
  /** Whether the last line matches. `lines` are the lines before it. */
  fits(last: string, lines: readonly string[]): boolean
  /** The wait ends with this value. */
  gives?: T
  /** This text is written as an answer, and the wait goes on. */
  answers?: string
  /** It counts only after so many ms of silence: a prompt may also stand within an output (fault 28). */
  settleMs?: number
  /** It is a question, answered once at most. Without it, it is a pager. */
  once?: true
  /** Where it begins in the line; 0 by default. What stands before it is output. */
  begins?(last: string): number
  /** By how many lines it stands above the last one; 0 by default. */
  above?(lines: readonly string[], last: string): number
}

/** Answers in one wait. A pager with more pages does not end. */
const maxAnswers = 20_000

/** What came until something that was expected. */
export interface Came<T> {
  given: T
  /** The last line, and the lines before it. */
  last: string
  lines: string[]
  /** The device has printed lines of its own: which of the lines are output is not certain. */
  disturbed: boolean
  /** A line was too long: its end is lost. */
  cut: boolean
}

export interface Reader {
  /**
   * Waits for one of these.
   * @throws DeviceError NoPrompt, SessionLost
   */
  expect<T>(expected: readonly Expected<T>[], patience: Patience): Promise<Came<T>>
  /** Takes what stands on the screen: lines that came unasked. Empty if there is nothing. */
  drain(): string[]
  /** False when the connection has ended. */
  readonly open: boolean
}

/**
 * Waits for news: text, the end of the connection, the signal, or until so many ms have passed. What the
 * device has sent in this time and was not read counts as come.
 */
const news = (state: State, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      state.wake = null
      resolve()
    }
    const timer = setTimeout(() => setImmediate(done), Math.max(1, ms))
    signal.addEventListener('abort', done)
    state.wake = done
  })

/** Gives what stands on the screen, and reads on if it was full. */
function takeLines(state: State): string[] {
  state.characters = 0
  const lines = state.screen.take()
  state.intake.resume()
  return lines
}

async function expect<T>(
  state: State,
  transport: ConsoleTransport,
  expected: readonly Expected<T>[],
  patience: Patience,
): Promise<Came<T>> {
  const { screen } = state
  screen.prompt = patience.prompt ?? ''
  const { idleMs, until, signal, what, masked } = patience
  const used = new Set<Expected<T>>()
  let answered = 0
  let textAt = performance.now()
  let seen = state.pieces
  for (;;) {
    signal.throwIfAborted()
    const { last } = screen
    const found = expected.find(one => !used.has(one) && one.fits(last, screen.lines))
    const now = performance.now()
    if (seen !== state.pieces) [seen, textAt] = [state.pieces, now]
    const settledAt = found && !state.intake.pending ? textAt + (found.settleMs ?? 0) : Infinity
    const settled = found && (now >= settledAt || state.ended)
    if (settled && found.answers !== undefined) {
      if (found.once) used.add(found)
      if (++answered > maxAnswers)
        throw new DeviceError(
          'NoPrompt',
          `The device asks "${shownEnd(last, masked)}" without end; ${what} does not come.`,
        )
      const rows = found.above?.(screen.lines, last) ?? 0
      if (rows > 0) screen.goBack(rows, found.begins?.(screen.lines.at(-rows)!) ?? 0)
      else screen.wipe(found.once ? 'question' : 'pager', found.begins?.(last))
      transport.write(found.answers)
    } else if (settled) {
      const { disturbed, cut } = screen
      const lines = takeLines(state)
      return { given: found.gives as T, last: lines.pop()!, lines, disturbed, cut }
    }
    assertPatient(state, patience, textAt)
    const wakeAt = Math.min(textAt + idleMs, until, settled ? Infinity : settledAt)
    if (seen === state.pieces) await news(state, wakeAt - now, signal)
  }
}

/** Characters of one output by default. */
export const defaultMaxCharacters = 8_000_000

/** @param maxCharacters of one output; the wait for a prompt fails beyond it */
export function createReader(
  transport: ConsoleTransport,
  maxCharacters: number = defaultMaxCharacters,
): Reader {
  const intake = createIntake(transport, {
    onText(text) {
      state.screen.write(text)
      state.pieces++
      state.characters += text.length
      // Nobody waits for it, or who waits gives up now.
      if (isFull(state)) intake.stop()
      state.wake?.()
    },
    onEnd(error) {
      state.ended = { error }
      state.wake?.()
    },
  })
  const state: State = {
    screen: createScreen(),
    intake,
    pieces: 0,
    characters: 0,
    maxCharacters,
    maxSize: maxCharacters,
    ended: null,
    wake: null,
  }
  return {
    get open() {
      return state.ended === null
    },
    drain: () => (state.characters > 0 ? takeLines(state) : []),
    expect(expected, patience) {
      const most = patience.maxCharacters
      state.maxCharacters = most ?? maxCharacters
      state.maxSize = most === undefined ? maxCharacters : costOfLines * most
      return expect(state, transport, expected, patience)
    },
  }
}
