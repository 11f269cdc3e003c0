import { createHash } from 'node:crypto'
import { windowSec } from './engines.ts'

/** From the begin of the time window of a message to its end, ms. */
const keptMs = 2 * windowSec * 1000
/** Messages that are remembered, of one device and in all. */
const [mostOfOne, most] = [10_000, 200_000]

/**
 * The messages of SNMPv3 that were believed: within the time window of RFC 3414 somebody may send them again.
 */
export class Repeats {
  readonly #known = new Map<number, Map<string, number>>()
  #count = 0

  /** Remembers a message that its keys have proved. Whether it was there before. */
  isRepeated(deviceId: number, message: Buffer, now: number): boolean {
    const print = createHash('sha256').update(message).digest('base64')
    let known = this.#known.get(deviceId)
    if (!known) this.#known.set(deviceId, (known = new Map()))
    for (const [old, at] of known) {
      if (now - at <= keptMs && known.size < mostOfOne) break
      known.delete(old)
      this.#count--
    }
    if (known.has(print)) return true
    if (this.#count >= most) this.#forgetOldest()
    known.set(print, now)
    this.#count++
    return false
  }

  forget(deviceId: number): void {
    this.#count -= this.#known.get(deviceId)?.size ?? 0
    this.#known.delete(deviceId)
  }

  /** Of the device that was heard first. */
  #forgetOldest(): void {
    const [deviceId] = this.#known.keys()
    if (deviceId !== undefined) this.forget(deviceId)
  }
}
