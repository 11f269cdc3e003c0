import { rest } from '@linecard/driver-kit'
import { createWaitingLine } from '../waiting/line.ts'

/**
 * Calls that have taken much from their devices go on in turns: a few at the same time, so that the
 * answers of many large or endless devices are not in memory together. Devices that have reached a ceiling
 * have a line of their own, one after the other, so that no other large device waits for them.
 */
export interface LargeCalls {
  /** A place among them, for one call. `exceeds`: the device has reached a ceiling before. */
  place(exceeds: boolean): LargePlace
}
export interface LargePlace {
  /** Waits for the place, if the call does not have it, and then for its turn. Throws the signal's reason. */
  wait(signal?: AbortSignal): Promise<void>
  leave(): void
}

const [places, placesOfExceeding] = [2, 1]
const never = new AbortController().signal

function createPlaces(most: number): () => LargePlace {
  const line = createWaitingLine()
  let taken = 0
  return () => {
    let mine = false
    return {
      async wait(signal = never) {
        if (!mine && taken < most) taken++
        else if (!mine) await line.join(signal)
        mine = true
        await rest(true)
      },
      leave() {
        if (mine && !line.next()) taken--
        mine = false
      },
    }
  }
}

export function createLargeCalls(): LargeCalls {
  const [ordinary, exceeding] = [createPlaces(places), createPlaces(placesOfExceeding)]
  return { place: exceeds => (exceeds ? exceeding() : ordinary()) }
}
