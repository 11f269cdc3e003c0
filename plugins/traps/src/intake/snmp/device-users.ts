import type { V3User } from './users.ts'
import type { Sender } from '../senders.ts'
import type { From } from './gate.ts'

interface HeldMessage {
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

/**
 * A user is asked for again after so long, ms: its keys may have changed. For messages without keys: whether
 * there is one.
 */
const [userMs, plainMs] = [60_000, 600_000]
/** Devices whose user is kept, at most. */
const mostUsers = 100_000

interface Known {
  user: V3User | null | undefined
  at: number
}
/** The user (null: the device has none; undefined: it was not read), or whether the message waits. */
export type Found = { user: V3User | null | undefined } | { waits: boolean }

/** The users of SNMPv3 in the profiles of devices. Messages wait until the one of their device is known. */
export class DeviceUsers {
  readonly #ask: (deviceId: number) => void
  readonly #known = new Map<number, Known>()
  readonly #signed = new Held()
  /** Bursts of those who sign nothing, until it is known that they need not. */
  readonly #plain = new Held(2000, 200)

  constructor(ask: (deviceId: number) => void) {
    this.#ask = ask
  }

  /** The messages of the device wait no more. */
  set(deviceId: number, user: V3User | null | undefined): HeldMessage[] {
    if (this.#known.size >= mostUsers) this.#known.clear()
    this.#known.set(deviceId, { user, at: performance.now() })
    return [...this.#plain.take(deviceId), ...this.#signed.take(deviceId)]
  }

  forget(deviceId: number): void {
    this.#known.delete(deviceId)
  }

  /** For a message that its keys prove: with those of the last minute. */
  forSigned(deviceId: number, held: HeldMessage): Found {
    const known = this.#known.get(deviceId)
    if (known && performance.now() - known.at <= userMs) return known
    return this.#hold(this.#signed, deviceId, held)
  }

  /** For a message without keys. It does not wait for a user that is asked for again. */
  forPlain(deviceId: number, held: HeldMessage): Found {
    const known = this.#known.get(deviceId)
    if (!known) return this.#hold(this.#plain, deviceId, held)
    const now = performance.now()
    if (now - known.at > plainMs) {
      this.#known.set(deviceId, { ...known, at: now })
      this.#ask(deviceId)
    }
    return known
  }

  #hold(waiting: Held, deviceId: number, held: HeldMessage): Found {
    const { kept, first } = waiting.add(deviceId, held)
    if (first) this.#ask(deviceId)
    return { waits: kept }
  }
}
