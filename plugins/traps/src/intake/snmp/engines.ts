import { Bucket } from '../bucket.ts'
import type { Peeked } from './peek.ts'

type V3 = Extract<Peeked, { version: '3' }>

/** RFC 3414, 2.2.3: a message may be so old, s. */
const windowSec = 150
/** Engine ids that no message has proved yet are tried so often: each costs the derivation of its keys. */
const [triesAtOnce, triesEverySec] = [5, 10]
const mostKnown = 100_000

interface Engine {
  id: string
  boots: number
  time: number
}

/**
 * The SNMPv3 engines of devices, learnt from the first message that their keys prove. They tell old messages
 * that somebody sends once more.
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
      const old = boots < known.boots || (boots === known.boots && time < known.time - windowSec)
      return old ? 'replayed' : 'known'
    }
    let tries = this.#tries.get(deviceId)
    if (!tries) {
      if (this.#tries.size >= mostKnown) this.#tries.clear()
      this.#tries.set(deviceId, (tries = new Bucket(1 / triesEverySec, triesAtOnce, now)))
    }
    return tries.take(now) ? 'new' : 'tried'
  }

  /** The keys of the device have proved the message. */
  proved(deviceId: number, { engineId, boots, time }: V3): void {
    const known = this.#known.get(deviceId)
    if (known?.id === engineId && (boots < known.boots || (boots === known.boots && time < known.time)))
      return
    this.#known.set(deviceId, { id: engineId, boots, time })
  }

  forget(deviceId: number): void {
    this.#known.delete(deviceId)
    this.#tries.delete(deviceId)
  }
}
