import type { Sender } from '../senders.ts'
import type { From } from './gate.ts'

export interface HeldMessage {
  message: Buffer
  from: From
  sender: Sender
}

/** Messages that wait until the user of their device is known; at most so many in all, and of one device. */
export class Held {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #waiting = new Map<number, HeldMessage[]>()
  #count = 0

  constructor(most = 500, mostOfOne = 8) {
    this.#most = most
    this.#mostOfOne = mostOfOne
  }

  /** False: there are too many. `first`: nobody has asked for this user yet. */
  add(deviceId: number, held: HeldMessage): { kept: boolean; first: boolean } {
    const all = this.#waiting.get(deviceId) ?? []
    const first = !this.#waiting.has(deviceId)
    if (first) this.#waiting.set(deviceId, all)
    if (all.length >= this.#mostOfOne || this.#count >= this.#most) return { kept: false, first }
    all.push(held)
    this.#count++
    return { kept: true, first }
  }

  /** Those of a device, which wait no more. */
  take(deviceId: number): HeldMessage[] {
    const held = this.#waiting.get(deviceId) ?? []
    this.#waiting.delete(deviceId)
    this.#count -= held.length
    return held
  }
}
