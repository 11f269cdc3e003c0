import { rest } from '@linecard/driver-kit'
import { createWaitingLine } from '../waiting/line.ts'

/**
 * Calls that have taken much from their devices go on in turns: a few at the same time, so that the
 * answers of many large or endless devices are not in memory together.
 */
export interface LargeCalls {
  /** A place among them, for one call. */
  place(): LargePlace
}
export interface LargePlace {
  /** Waits for the place, if the call does not have it, and then for its turn. Throws the signal's reason. */
  wait(signal?: AbortSignal): Promise<void>
  leave(): void
}

const places = 2
const never = new AbortController().signal

export function createLargeCalls(): LargeCalls {
  const line = createWaitingLine()
  let taken = 0
  return {
    place() {
      let mine = false
      return {
        async wait(signal = never) {
          if (!mine && taken < places) taken++
          else if (!mine) await line.join(signal)
          mine = true
          await rest(true)
        },
        leave() {
          if (mine && !line.next()) taken--
          mine = false
        },
      }
    },
  }
}
