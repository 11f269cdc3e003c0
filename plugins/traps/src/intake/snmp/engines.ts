import { Bucket } from '../bucket.ts'
import type { V3 } from './peek.ts'

/** RFC 3414, 2.2.3: a message may be so old, s. */
export const windowSec = 150
/** RFC 3414, 2.2.2: an engine that has counted to here is to be believed no more. */
const lastBoots = 2 ** 31 - 1
/** Engine ids that no message has proved yet are tried so often: each costs the derivation of its keys. */
const [triesAtOnce, triesEverySec] = [5, 10]
const mostKnown = 100_000

interface Engine {
  id: string
  boots: number
  /** Of the newest message. */
  time: number
  /** When that was heard, ms: since then its clock has run on. */
  at: number
}

/** RFC 3414, 3.2, 7b: of an earlier start, or more than the window behind the clock of the engine. */
function isOld(known: Engine, boots: number, time: number, now: number): boolean {
  if (boots < known.boots || boots === lastBoots) return true
  // A newer one than all before sets the clock, which may run faster or slower than the one here.
  if (boots > known.boots || time > known.time) return false
  return time < known.time + Math.floor((now - known.at) / 1000) - windowSec
}

/**
 * The SNMPv3 engines of devices and their clocks, learnt from the first message that their keys prove. They
 * tell messages that are late, or that somebody sends once more.
 */
export class Engines {
  readonly #known = new Map<number, Engine>()
  readonly #tries = new Map<number, Bucket>()

  /** Whether the message of a device may be decrypted and checked. */
  check(
    deviceId: number,
    { engineId, boots, time }: V3,
    now: number,
  ): 'new' | 'known' | 'replayed' | 'tried' {
    const known = this.#known.get(deviceId)
    if (known?.id === engineId) {
      return isOld(known, boots, time, now) ? 'replayed' : 'known'
    }
    let tries = this.#tries.get(deviceId)
    if (!tries) {
      if (this.#tries.size >= mostKnown) this.#tries.clear()
      this.#tries.set(deviceId, (tries = new Bucket(1 / triesEverySec, triesAtOnce, now)))
    }
    return tries.take(now) ? 'new' : 'tried'
  }

  /** The keys of the device have proved the message. */
  proved(deviceId: number, { engineId, boots, time }: V3, now: number): void {
    const known = this.#known.get(deviceId)
    if (known?.id === engineId && (boots < known.boots || (boots === known.boots && time <= known.time)))
      return
    this.#known.set(deviceId, { id: engineId, boots, time, at: now })
  }

  forget(deviceId: number): void {
    this.#known.delete(deviceId)
    this.#tries.delete(deviceId)
  }
}
