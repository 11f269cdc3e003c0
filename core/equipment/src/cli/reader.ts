import { DeviceError } from '@linecard/driver-kit'
import { screen } from './screen.ts'
import type { Wire } from './wire.ts'

/** Something that may stand at the end of the screen, and what to do then. */
export interface Expected<T> {
  /** Whether the last line is it. `lines` are those before. */
  fits(last: string, lines: readonly string[]): boolean
  /** It ends the wait with this. */
  gives?: T
  /** It is answered with this text, and the wait goes on. */
  answers?: string
  /** Quiet after which it is believed, ms: a prompt may also stand in the middle of an output (fault 28). */
  settleMs?: number
  /** Answered once at most. */
  once?: true
}

export interface Patience {
  /** Longest silence, ms. */
  idleMs: number
  /** When all must be over, by `performance.now()`: a trickle that is never silent ends too (fault 31). */
  until: number
  signal: AbortSignal
  /** What is waited for, for the error. */
  what: string
}

/** Characters of one output; beyond this a device prints without end. */
const MOST_CHARACTERS = 16_000_000
/** Times that one wait may be answered: a pager of so many pages never ends. */
const MOST_ANSWERS = 20_000

export interface Reader {
  /**
   * Waits for one of these. Gives what it gives and the lines that came, the one that fitted left out.
   * @throws DeviceError NoPrompt, SessionLost
   */
  expect<T>(
    expected: readonly Expected<T>[],
    patience: Patience,
  ): Promise<{ given: T; last: string; lines: string[] }>
  /** False once the connection has ended. */
  readonly open: boolean
}

export function readerOf(wire: Wire): Reader {
  const shown = screen()
  let ended: { error: Error | null } | null = null
  let wake: (() => void) | null = null
  let pieces = 0
  wire.onText(text => {
    shown.write(text)
    pieces++
    wake?.()
  })
  wire.onEnd(error => {
    ended = { error }
    wake?.()
  })

  /** Until something comes, or so many ms. */
  const news = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        wake = null
        resolve()
      }
      const timer = setTimeout(done, Math.max(1, ms))
      signal.addEventListener('abort', done)
      wake = done
    })

  return {
    get open() {
      return ended === null
    },
    async expect(expected, { idleMs, until, signal, what }) {
      const used = new Set<object>()
      let answered = 0
      let heard = performance.now()
      let seen = pieces
      for (;;) {
        signal.throwIfAborted()
        const { last } = shown
        const found = expected.find(one => !used.has(one) && one.fits(last, shown.lines))
        const now = performance.now()
        if (seen !== pieces) [seen, heard] = [pieces, now]
        const believed = found && (now - heard >= (found.settleMs ?? 0) || ended)
        if (found && believed && found.answers !== undefined) {
          if (found.once) used.add(found)
          if (++answered > MOST_ANSWERS)
            throw new DeviceError(
              'NoPrompt',
              `While waiting for ${what} the device asked "${last.slice(-80)}" without end`,
            )
          shown.wipe()
          wire.write(found.answers)
        } else if (found && believed) {
          const lines = shown.take()
          return { given: found.gives as never, last: lines.pop()!, lines }
        }
        if (ended)
          throw new DeviceError(
            'SessionLost',
            `The device ended the session while ${what} was awaited${ended.error ? `: ${ended.error.message}` : ''}`,
          )
        if (shown.size > MOST_CHARACTERS)
          throw new DeviceError(
            'NoPrompt',
            `The device printed more than ${MOST_CHARACTERS / 1e6} million characters while ${what} was awaited`,
          )
        if (now >= until)
          throw new DeviceError(
            'NoPrompt',
            `The time is up and ${what} has not come; the screen ends with "${last.slice(-80)}"`,
          )
        if (now - heard >= idleMs)
          throw new DeviceError(
            'NoPrompt',
            `${what} has not come in ${idleMs / 1000} s of silence; the screen ends with "${last.slice(-80)}"`,
          )
        const settles = found && !believed ? heard + (found.settleMs ?? 0) : Infinity
        if (seen === pieces) await news(Math.min(heard + idleMs, until, settles) - now, signal)
      }
    },
  }
}
