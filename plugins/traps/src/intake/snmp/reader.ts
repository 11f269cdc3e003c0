import { type Engines, windowSec } from './engines.ts'
import { createGate, type From, type Gate, type ReadPdu } from './gate.ts'
import { DeviceUsers } from './device-users.ts'
import { Informs } from './informs.ts'
import type { Names } from './names.ts'
import { isOfNow } from './own-clock.ts'
import { peek, type Peeked, type V3 } from './peek.ts'
import type { DropReason, HeardTrap, IntakeOptions, ObjectValue } from '../orders.ts'
import type { Sender, Senders } from '../senders.ts'
import { levelBits, mustSign, receiverUser, userKey, type V3User } from './users.ts'
import snmp from 'net-snmp'
import { cleanBytes } from '../clean.ts'
import { createHash } from 'node:crypto'

/** From the begin of the time window of a message to its end, ms. */
const keptMs = 2 * windowSec * 1000
/** Messages that are remembered, of one device and in all. */
const [mostOfOne, most] = [10_000, 200_000]

/**
 * The messages of SNMPv3 that were believed: within the time window of RFC 3414 somebody may send them again.
 */
class Repeats {
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

/** Objects of one notification, characters of one value, and sub-identifiers of an OID that are kept. */
const [mostObjects, mostText, mostIds] = [100, 1000, 128]
const [trapOid, sysUpTime] = ['1.3.6.1.6.3.1.1.4.1.0', '1.3.6.1.2.1.1.3.0']
const generic = '1.3.6.1.6.3.1.1.5'
const types = snmp.ObjectType as unknown as Record<number, string>
const missing: ReadonlySet<string> = new Set(['NoSuchObject', 'NoSuchInstance', 'EndOfMibView'])

const isText = (bytes: Buffer): boolean => {
  for (const octet of bytes) if (octet < 32 && octet !== 9 && octet !== 10 && octet !== 13) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Octets as text, else as `0x` and hexadecimal digits. Zeros at the end of a text are left out. */
function octetsOf(bytes: Buffer): string {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  const body = bytes.subarray(0, end)
  if (isText(body)) return cleanBytes(body, mostText)
  return `0x${bytes.subarray(0, mostText / 2).toString('hex')}`
}

function valueOf(value: unknown): ObjectValue['value'] {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return Number(value)
  if (Buffer.isBuffer(value)) return octetsOf(value)
  return typeof value === 'string' ? value.slice(0, mostText) : null
}

const isOid = (oid: unknown): oid is string => typeof oid === 'string' && /^[0-2](\.\d{1,10})+$/.test(oid)

/** Counter64 comes as octets with the most significant one first. */
const raw = (type: string, value: unknown): unknown =>
  type === 'Counter64' && Buffer.isBuffer(value) ? BigInt(`0x${value.toString('hex') || '0'}`) : value

/** What a notification says, bounded, with the names of its objects. */
export function decodePdu(
  pdu: ReadPdu,
  names: Names,
): Pick<HeardTrap, 'oid' | 'name' | 'uptime' | 'objects' | 'errors'> {
  const errors: string[] = []
  const isV1 = pdu.enterprise !== undefined
  let oid = isV1 ? v1Oid(pdu) : null
  let uptime = isV1 ? (pdu.upTime ?? null) : null
  const objects: ObjectValue[] = []
  let left = 0
  for (const varbind of pdu.varbinds) {
    if (!isOid(varbind.oid) || varbind.oid.split('.').length > mostIds) {
      errors.push('an object has no valid OID')
      continue
    }
    const type = types[varbind.type] ?? String(varbind.type)
    if (varbind.oid === trapOid && oid === null && isOid(varbind.value)) {
      oid = varbind.value
      continue
    }
    if (varbind.oid === sysUpTime && !isV1 && typeof varbind.value === 'number') {
      uptime = varbind.value
      continue
    }
    if (missing.has(type)) errors.push(`${varbind.oid}: ${type}`)
    if (objects.length === mostObjects) left++
    else
      objects.push({
        oid: varbind.oid,
        name: names.of(varbind.oid),
        type,
        value: valueOf(raw(type, varbind.value)),
      })
  }
  if (left > 0) errors.push(`${left} more objects were left out`)
  if (oid === null) errors.push('it does not say which notification it is (snmpTrapOID)')
  const known = oid ?? '0.0'
  return { oid: known, name: oid && names.of(known), uptime, objects, errors: errors.slice(0, 20) }
}

/** RFC 3584, 3.1: the notification of a trap of SNMPv1. */
function v1Oid({ enterprise, generic: kind = 6, specific = 0 }: ReadPdu): string | null {
  if (kind >= 0 && kind < 6) return `${generic}.${kind + 1}`
  return isOid(enterprise) && enterprise.split('.').length < mostIds && specific >= 0
    ? `${enterprise}.0.${specific}`
    : null
}

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
