import { Bucket } from './bucket.ts'
import type { DropReason, Protocol, SourceReport } from './orders.ts'

/** Unknown senders that are told apart, at most; the one that was silent for longest is forgotten. */
const mostUnknown = 1000
/** Messages of all unknown senders together that are kept, a second, if the setting says so. */
const unknownRate = 20

/** What is known of one sender of one protocol. */
export interface Sender {
  readonly address: string
  readonly deviceId: number | null
  received: number
  dropped: Map<DropReason, number>
  lastAt: number
  bucket: Bucket
}

export interface SendersOptions {
  rate: number
  burst: number
  keepUnknown: boolean
}

/** The senders of one protocol: devices, and a bounded number of others. */
export class Senders {
  readonly #protocol: Protocol
  readonly #options: SendersOptions
  readonly #devices = new Map<string, Sender>()
  /** In the order in which they were last heard. */
  readonly #unknown = new Map<string, Sender>()
  readonly #changed = new Set<Sender>()
  readonly #unknownBucket: Bucket

  constructor(protocol: Protocol, options: SendersOptions, now = performance.now()) {
    this.#protocol = protocol
    this.#options = options
    this.#unknownBucket = new Bucket(unknownRate, unknownRate, now)
  }

  get unknown(): number {
    return this.#unknown.size
  }

  /** The device at an address, or none any more. */
  set(address: string, deviceId: number | null, now = performance.now()): void {
    if (deviceId === null) return void this.#devices.delete(address)
    const { rate, burst } = this.#options
    this.#unknown.delete(address)
    this.#devices.set(address, this.#made(address, deviceId, new Bucket(rate, burst, now)))
  }

  /** The sender of a message that may be read; null: it is counted and dropped. */
  admit(address: string, full: boolean, now = performance.now()): Sender | null {
    const sender = this.#devices.get(address) ?? this.#strange(address)
    sender.received++
    sender.lastAt = Date.now()
    this.#changed.add(sender)
    if (sender.deviceId === null && !this.#options.keepUnknown) return this.drop(sender, 'unknown')
    if (!sender.bucket.take(now)) return this.drop(sender, 'rate')
    return full ? this.drop(sender, 'queue') : sender
  }

  drop(sender: Sender, reason: DropReason): null {
    sender.dropped.set(reason, (sender.dropped.get(reason) ?? 0) + 1)
    this.#changed.add(sender)
    return null
  }

  /** Counts a message of an address that was admitted, and was then found to be none. */
  count(address: string, reason: DropReason): void {
    const sender = this.#devices.get(address) ?? this.#unknown.get(address)
    if (sender) this.drop(sender, reason)
  }

  /**
   * What was counted since the last report: of all devices, and of the unknown senders that sent most. The
   * others come later, or are forgotten: then they are counted together.
   */
  report(mostReported = 50): SourceReport[] {
    const changed = [...this.#changed]
    const strange = changed
      .filter(({ deviceId }) => deviceId === null)
      .toSorted((a, b) => b.received - a.received)
      .slice(0, mostReported)
    return [...changed.filter(({ deviceId }) => deviceId !== null), ...strange].map(sender => {
      const { address, deviceId, received, dropped, lastAt } = sender
      const counted = Object.fromEntries(dropped)
      Object.assign(sender, { received: 0, dropped: new Map() })
      this.#changed.delete(sender)
      return { address, protocol: this.#protocol, deviceId, received, dropped: counted, lastAt }
    })
  }

  #made(address: string, deviceId: number | null, bucket: Bucket): Sender {
    return { address, deviceId, received: 0, dropped: new Map(), lastAt: 0, bucket }
  }

  #strange(address: string): Sender {
    const known = this.#unknown.get(address)
    // Taken out and put in again: the map is in the order of the last message.
    if (known) this.#unknown.delete(address)
    const sender = known ?? this.#made(address, null, this.#unknownBucket)
    this.#unknown.set(address, sender)
    if (this.#unknown.size > mostUnknown) {
      const [oldest] = this.#unknown.values()
      this.#unknown.delete(oldest!.address)
      this.#changed.delete(oldest!)
      this.#forgotten(oldest!)
    }
    return sender
  }

  /** What a forgotten sender sent is counted all the same, without its address. */
  #forgotten({ received, dropped }: Sender): void {
    const rest = (this.#rest ??= this.#made('', null, this.#unknownBucket))
    rest.received += received
    for (const [reason, count] of dropped) rest.dropped.set(reason, (rest.dropped.get(reason) ?? 0) + count)
    this.#changed.add(rest)
  }
  #rest: Sender | null = null
}
