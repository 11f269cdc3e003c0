import type { Engines } from './engines.ts'
import { createGate, type From, type Gate, type ReadPdu } from './gate.ts'
import { decodePdu } from './decode.ts'
import { Held, type HeldMessage } from './held.ts'
import { Informs } from './informs.ts'
import type { Names } from './names.ts'
import { peek, type Peeked } from './peek.ts'
import type { DropReason, HeardTrap, IntakeOptions } from '../orders.ts'
import type { Sender, Senders } from '../senders.ts'
import { levelBits, receiverUser, userKey, type V3User } from './users.ts'

/** A user is asked for again after so long, ms: its keys may have changed. */
const userMs = 60_000
/** Users that are kept, at most. */
const mostUsers = 2000
const inform = 0xa6

interface Known {
  user: V3User | null
  at: number
}

export interface ReaderOptions extends Pick<IntakeOptions, 'communities' | 'engineId'> {
  senders: Senders
  engines: Engines
  names(): Names
  reply(message: Buffer, to: From): void
  take(trap: HeardTrap): void
  askUser(deviceId: number): void
}

/** Reads datagrams of senders that were admitted: what they are, whether they are genuine, what they say. */
export class TrapReader {
  readonly #options: ReaderOptions
  readonly #communities: ReadonlySet<string>
  readonly #open: Gate
  readonly #discover: Gate
  readonly #gates = new Map<string, Gate>()
  readonly #users = new Map<number, Known>()
  readonly #held = new Held()
  readonly #informs = new Informs()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#communities = new Set(options.communities)
    const { engineId, reply } = options
    this.#open = createGate({ engineId, open: true, reply })
    this.#discover = createGate({ engineId, open: false, reply })
  }

  read(message: Buffer, from: From, sender: Sender): void {
    const head = peek(message)
    if (head === null) return this.#drop(sender, 'malformed')
    if (head.version === '3') return this.#readV3(message, from, sender, head)
    if (this.#communities.size > 0 && !this.#communities.has(head.community))
      return this.#drop(sender, 'wrong_community')
    this.#finish(this.#open.read(message, from), sender, head)
  }

  /** The user of a device; null: it has none. */
  setUser(deviceId: number, user: V3User | null): void {
    if (this.#users.size >= mostUsers) this.#users.clear()
    this.#users.set(deviceId, { user, at: performance.now() })
    for (const { message, from, sender } of this.#held.take(deviceId)) this.read(message, from, sender)
  }

  forget(deviceId: number): void {
    this.#users.delete(deviceId)
    this.#options.engines.forget(deviceId)
  }

  #drop(sender: Sender, reason: DropReason): void {
    this.#options.senders.drop(sender, reason)
  }

  #readV3(message: Buffer, from: From, sender: Sender, head: Extract<Peeked, { version: '3' }>): void {
    // RFC 3414, 4: who sends informs asks for the engine id first.
    if (head.level === 0 && head.reportable && head.user === '') {
      const found = this.#discover.read(message, from)
      // net-snmp takes a message of nobody too.
      if (found !== null) this.#drop(sender, found instanceof Error ? 'malformed' : 'wrong_user')
      return
    }
    const { deviceId } = sender
    if (deviceId === null) return this.#drop(sender, 'wrong_user')
    const known = this.#users.get(deviceId)
    const now = performance.now()
    if (!known || now - known.at > userMs) return this.#hold(deviceId, { message, from, sender })
    const { user } = known
    if (!user || user.name !== head.user || levelBits(user) !== head.level)
      return this.#drop(sender, 'wrong_user')
    const { engines, engineId } = this.#options
    // Of an inform this installation is the engine: its clock does not tell how old the message is.
    const own = head.engineId === engineId
    const found = own ? 'known' : engines.check(deviceId, head, now)
    if (found === 'replayed') return this.#drop(sender, 'replayed')
    if (found === 'tried') return this.#drop(sender, 'wrong_user')
    const pdu = this.#gateOf(user).read(message, from)
    if (pdu instanceof Error || pdu === null) return this.#drop(sender, 'wrong_user')
    if (!own) engines.proved(deviceId, head)
    this.#finish(pdu, sender, head)
  }

  #gateOf(user: V3User): Gate {
    const key = userKey(user)
    const known = this.#gates.get(key)
    if (known) return known
    if (this.#gates.size >= mostUsers) this.#gates.clear()
    const { engineId, reply } = this.#options
    const made = createGate({ engineId, open: false, user: receiverUser(user), reply })
    this.#gates.set(key, made)
    return made
  }

  /** Until the user of the device is known. */
  #hold(deviceId: number, held: HeldMessage): void {
    const { kept, first } = this.#held.add(deviceId, held)
    if (first) this.#options.askUser(deviceId)
    if (!kept) this.#drop(held.sender, 'queue')
  }

  #finish(pdu: ReadPdu | null | Error, sender: Sender, head: Peeked): void {
    if (pdu instanceof Error || pdu === null) return this.#drop(sender, 'malformed')
    const isInform = pdu.type === inform
    if (isInform && this.#informs.isRepeated(sender.address, pdu.id ?? 0))
      return this.#drop(sender, 'repeated')
    this.#options.take({
      kind: 'trap',
      at: Date.now(),
      address: sender.address,
      deviceId: sender.deviceId,
      version: head.version,
      inform: isInform,
      user: head.version === '3' ? head.user : null,
      ...decodePdu(pdu, this.#options.names()),
    })
  }
}
