import type { Engines } from './engines.ts'
import { createGate, type From, type Gate, type ReadPdu } from './gate.ts'
import { decodePdu } from './decode.ts'
import { DeviceUsers } from './device-users.ts'
import { Informs } from './informs.ts'
import type { Names } from './names.ts'
import { isOfNow } from './own-clock.ts'
import { peek, type Peeked, type V3 } from './peek.ts'
import { Repeats } from './repeats.ts'
import type { DropReason, HeardTrap, IntakeOptions } from '../orders.ts'
import type { Sender, Senders } from '../senders.ts'
import { levelBits, mustSign, receiverUser, userKey, type V3User } from './users.ts'

/** Gates that are kept, at most. */
const mostGates = 2000
const inform = 0xa6

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
  readonly #users: DeviceUsers
  readonly #repeats = new Repeats()
  readonly #informs = new Informs()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#communities = new Set(options.communities)
    this.#users = new DeviceUsers(options.askUser)
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
    if (this.#maySayPlainly(message, from, sender)) this.#finish(this.#open.read(message, from), sender, head)
  }

  /** The user of a device; null: it has none; undefined: nobody knows. */
  setUser(deviceId: number, user: V3User | null | undefined): void {
    for (const { message, from, sender } of this.#users.set(deviceId, user)) this.read(message, from, sender)
  }

  forget(deviceId: number): void {
    this.#users.forget(deviceId)
    this.#options.engines.forget(deviceId)
    this.#repeats.forget(deviceId)
  }

  #drop(sender: Sender, reason: DropReason): void {
    this.#options.senders.drop(sender, reason)
  }

  #readV3(message: Buffer, from: From, sender: Sender, head: V3): void {
    // RFC 3414, 4: who sends informs asks for the engine id first.
    if (head.level === 0 && head.reportable && head.user === '') {
      const found = this.#discover.read(message, from)
      // net-snmp takes a message of nobody too.
      if (found !== null) this.#drop(sender, found instanceof Error ? 'malformed' : 'wrong_user')
      return
    }
    const { deviceId } = sender
    if (deviceId === null) return this.#drop(sender, 'wrong_user')
    const now = performance.now()
    const asked = this.#users.forSigned(deviceId, { message, from, sender })
    if ('waits' in asked) return asked.waits ? undefined : this.#drop(sender, 'queue')
    const { user } = asked
    if (!user || user.name !== head.user || levelBits(user) !== head.level)
      return this.#drop(sender, 'wrong_user')
    const { engines, engineId } = this.#options
    // Of an inform this installation is the engine.
    const own = head.engineId === engineId
    const found = own ? (isOfNow(head) ? 'known' : 'replayed') : engines.check(deviceId, head, now)
    if (found === 'replayed') return this.#drop(sender, 'replayed')
    if (found === 'tried') return this.#drop(sender, 'wrong_user')
    const pdu = this.#gateOf(user).read(message, from)
    if (pdu instanceof Error || pdu === null) return this.#drop(sender, 'wrong_user')
    if (!own) engines.proved(deviceId, head, now)
    if (this.#repeats.isRepeated(deviceId, message, now))
      return this.#drop(sender, own ? 'repeated' : 'replayed')
    this.#finish(pdu, sender, head)
  }

  #gateOf(user: V3User): Gate {
    const key = userKey(user)
    const known = this.#gates.get(key)
    if (known) return known
    if (this.#gates.size >= mostGates) this.#gates.clear()
    const { engineId, reply } = this.#options
    const made = createGate({ engineId, open: false, user: receiverUser(user), reply })
    this.#gates.set(key, made)
    return made
  }

  /** Whether a message without keys is believed: not of a device whose profile has keys. */
  #maySayPlainly(message: Buffer, from: From, sender: Sender): boolean {
    if (sender.deviceId === null) return true
    const asked = this.#users.forPlain(sender.deviceId, { message, from, sender })
    if ('waits' in asked) {
      if (!asked.waits) this.#drop(sender, 'queue')
      return false
    }
    if (asked.user !== undefined && !mustSign(asked.user)) return true
    this.#drop(sender, 'wrong_user')
    return false
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
