import type { Sender } from '../senders.ts'
import type { From } from './gate.ts'

/** Messages that wait, at most in all and for one device. */
const [most, mostOfOne] = [500, 8]

export interface HeldMessage {
  message: Buffer
  from: From
  sender: Sender
}

/** Messages of SNMPv3 that wait until the user of their device is known. */
export class Held {
  readonly #waiting = new Map<number, HeldMessage[]>()
  #count = 0

  /** False: there are too many. `first`: nobody has asked for this user yet. */
  add(deviceId: number, held: HeldMessage): { kept: boolean; first: boolean } {
    const all = this.#waiting.get(deviceId) ?? []
    const first = !this.#waiting.has(deviceId)
    if (first) this.#waiting.set(deviceId, all)
    if (all.length >= mostOfOne || this.#count >= most) return { kept: false, first }
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
