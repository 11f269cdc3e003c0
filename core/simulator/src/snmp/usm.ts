import { SnmpType } from '@linecard/driver-kit'
import { integer, readTlv, slice, tlv, readInteger } from './ber.ts'
import { type AnswerPdu, overhead } from './community.ts'
import type { Engine, V3User } from './engine.ts'
import { type Answer, Pdu, type Request, Status, encodePdu, encodeVarbind, readPdu } from './pdu.ts'
import { authentic, decrypt, digest, digestLength, encrypt, localKey, privacyKey } from './usm-crypto.ts'

/** Security level of a message (RFC 3411 §3.4.3). */
interface Level {
  auth: boolean
  priv: boolean
}

/** Splits a v3 message (RFC 3412 §6). `auth` is a view of the digest field, to check and fill it in place. */
function readMessage(datagram: Buffer) {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readTlv(datagram, message.start, message.end, 2)
  const header = readTlv(datagram, version.end, message.end, 0x30)
  const id = readTlv(datagram, header.start, header.end, 2)
  const size = readTlv(datagram, id.end, header.end, 2)
  const flags = readTlv(datagram, size.end, header.end, 4)
  const security = readTlv(datagram, header.end, message.end, 4)
  const parameters = readTlv(datagram, security.start, security.end, 0x30)
  const engineId = readTlv(datagram, parameters.start, parameters.end, 4)
  const boots = readTlv(datagram, engineId.end, parameters.end, 2)
  const time = readTlv(datagram, boots.end, parameters.end, 2)
  const user = readTlv(datagram, time.end, parameters.end, 4)
  const auth = readTlv(datagram, user.end, parameters.end, 4)
  const salt = readTlv(datagram, auth.end, parameters.end, 4)
  const bits = datagram[flags.start] ?? 0
  return {
    id: readInteger(datagram, id),
    maxSize: readInteger(datagram, size),
    level: { auth: (bits & 1) !== 0, priv: (bits & 2) !== 0 },
    reportable: (bits & 4) !== 0,
    engineId: slice(datagram, engineId),
    boots: readInteger(datagram, boots),
    time: readInteger(datagram, time),
    user: datagram.toString('utf8', user.start, user.end),
    auth: slice(datagram, auth),
    salt: slice(datagram, salt),
    scoped: readTlv(datagram, security.end, message.end),
  }
}
type V3Message = ReturnType<typeof readMessage>

/**
 * The request-id of a message that is not encrypted. net-snmp expects it in the report with the engine id.
 */
function plainRequestId(datagram: Buffer, scoped: V3Message['scoped']): Buffer | undefined {
  if (scoped.tag !== 0x30) return undefined
  const engineId = readTlv(datagram, scoped.start, scoped.end, 4)
  const name = readTlv(datagram, engineId.end, scoped.end, 4)
  return readPdu(datagram, name.end, scoped.end).id
}

/** What a message says around its scoped PDU. */
interface V3Header {
  id: number
  level: Level
  engineId: Buffer
  boots: number
  time: number
  user: string
  /** Octets that are left free for the digest. */
  digestSize: number
  salt: Buffer
}

/** A message around `scoped`: the TLV of a scoped PDU, or of an encrypted one. */
const encodeMessage = (header: V3Header, scoped: Buffer): Buffer =>
  tlv(
    0x30,
    integer(3),
    tlv(
      0x30,
      integer(header.id),
      integer(65507),
      tlv(4, Buffer.from([(header.level.auth ? 1 : 0) | (header.level.priv ? 2 : 0)])),
      integer(3),
    ),
    tlv(
      4,
      tlv(
        0x30,
        tlv(4, header.engineId),
        integer(header.boots),
        integer(header.time),
        tlv(4, Buffer.from(header.user)),
        tlv(4, Buffer.alloc(header.digestSize)),
        tlv(4, header.salt),
      ),
    ),
    scoped,
  )

const usmStats = '1.3.6.1.6.3.15.1.1'
/** usmStats of RFC 3414 §5, and snmpUnknownContexts of RFC 3413 §3.2. */
const Stats = {
  unsupportedSecLevels: `${usmStats}.1.0`,
  notInTimeWindows: `${usmStats}.2.0`,
  unknownUserNames: `${usmStats}.3.0`,
  unknownEngineIDs: `${usmStats}.4.0`,
  wrongDigests: `${usmStats}.5.0`,
  decryptionErrors: `${usmStats}.6.0`,
  unknownContexts: '1.3.6.1.6.3.12.1.5.0',
} as const

/** Difference of clocks that the time window allows, in seconds (RFC 3414 §2.2.3). */
const timeWindowSec = 150
const noLevel: Level = { auth: false, priv: false }

/** Keys of users, localised to the engine and kept: each costs a hash over a megabyte. */
function createKeys(engine: Engine) {
  const keys = new Map<string, { auth?: Buffer; priv?: Buffer }>()
  return ({ name, auth, priv }: V3User): { auth?: Buffer; priv?: Buffer } => {
    const cacheKey = `${engine.id.toString('hex')} ${name}`
    const known = keys.get(cacheKey) ?? {
      ...(auth && { auth: localKey(auth.protocol, auth.password, engine.id) }),
      ...(auth && priv && { priv: privacyKey(auth.protocol, priv.protocol, priv.password, engine.id) }),
    }
    keys.set(cacheKey, known)
    return known
  }
}

interface Sender {
  user?: V3User
  level: Level
}
interface Context {
  engineId: Buffer
  name: Buffer
}
type StatName = keyof typeof Stats
/** A request that passed the checks of the USM, or the counter that its report shows. */
type Checked =
  | { request: Request; context: Context; user: V3User; level: Level }
  | { report: StatName; to: Sender }

const refused = (report: StatName, to: Sender = { level: noLevel }): Checked => ({ report, to })

/** Checks of RFC 3414 §3.2, and the way back: signing and encrypting for a user. */
function createSecurity(engine: Engine, users: readonly V3User[], now: () => number) {
  const keysOf = createKeys(engine)
  const engineTime = () => Math.max(0, Math.floor((now() - engine.startedMs) / 1000))

  const check = (datagram: Buffer, message: V3Message): Checked => {
    const { level } = message
    if (!message.engineId.equals(engine.id)) return refused('unknownEngineIDs')
    const user = users.find(({ name }) => name === message.user)
    if (!user) return refused('unknownUserNames')
    if ((level.auth && !user.auth) || (level.priv && (!user.priv || !level.auth)))
      return refused('unsupportedSecLevels')
    const keys = keysOf(user)
    if (level.auth) {
      if (!user.auth || !keys.auth || !authentic(user.auth.protocol, keys.auth, datagram, message.auth))
        return refused('wrongDigests')
      if (message.boots !== engine.boots || Math.abs(message.time - engineTime()) > timeWindowSec)
        return refused('notInTimeWindows', { user, level: { auth: true, priv: false } })
    }
    const scopedPdu = plainOf(datagram, message, user, keys.priv)
    if (!scopedPdu) return refused('decryptionErrors')
    return { ...readScopedPdu(scopedPdu.content, scopedPdu.at), user, level }
  }
  const seal = (id: number, { user, level }: Sender, context: Context, pdu: Buffer): Buffer => {
    const time = engineTime()
    const keys = user ? keysOf(user) : {}
    const scoped = tlv(0x30, tlv(4, context.engineId), tlv(4, context.name), pdu)
    const sealed =
      level.priv && user?.priv && keys.priv
        ? encrypt(user.priv.protocol, keys.priv, engine.boots, time, scoped)
        : undefined
    const header = {
      id,
      level,
      engineId: engine.id,
      boots: engine.boots,
      time,
      user: user?.name ?? '',
      digestSize: level.auth && user?.auth ? digestLength(user.auth.protocol) : 0,
      salt: sealed?.salt ?? Buffer.alloc(0),
    }
    const datagram = encodeMessage(header, sealed ? tlv(4, sealed.content) : scoped)
    if (level.auth && user?.auth && keys.auth)
      readMessage(datagram).auth.set(digest(user.auth.protocol, keys.auth, datagram))
    return datagram
  }
  return { check, seal }
}

/**
 * The octets and the position of the scoped PDU of a message, decrypted if needed. Undefined if it cannot be
 * decrypted.
 */
function plainOf(
  datagram: Buffer,
  { level, scoped, salt, boots, time }: V3Message,
  { priv }: V3User,
  key: Buffer | undefined,
): { content: Buffer; at: number } | undefined {
  if (!level.priv || !priv || !key) return { content: datagram, at: scoped.at }
  const content =
    scoped.tag === 4 ? decrypt(priv.protocol, key, salt, boots, time, slice(datagram, scoped)) : undefined
  return content?.[0] === 0x30 ? { content, at: 0 } : undefined
}

function readScopedPdu(content: Buffer, at: number): { request: Request; context: Context } {
  const scoped = readTlv(content, at, content.length, 0x30)
  const engineId = readTlv(content, scoped.start, scoped.end, 4)
  const name = readTlv(content, engineId.end, scoped.end, 4)
  return {
    request: readPdu(content, name.end, scoped.end),
    context: { engineId: slice(content, engineId), name: slice(content, name) },
  }
}

/** Octets left for varbinds. A client may ask for as little as 484 (RFC 3412 §6.4). */
const roomOf = (maxSize: number, message: V3Message, engine: Engine, user: V3User, { name }: Context) =>
  Math.min(maxSize, Math.max(484, message.maxSize)) -
  overhead -
  80 -
  engine.id.length * 2 -
  user.name.length -
  name.length

const refusal = (request: Request): Answer => ({
  type: Pdu.Response,
  id: request.id,
  status: Status.authorizationError,
  index: 0,
  varbinds: request.bindings.map(binding => binding.varbind),
})

/**
 * Answers SNMPv3 datagrams for one engine (RFC 3414 §3.2): discovery, time window, authentication, privacy.
 * Written here and not shared with the client: a simulated device must not have the same bugs.
 * @param contexts the names of the contexts; '' is the default one
 */
export function createUsm(
  engine: Engine,
  users: readonly V3User[],
  now: () => number,
  contexts: Pick<ReadonlySet<string>, 'has'> = new Set(['']),
) {
  const counters = new Map<StatName, number>()
  const { check, seal } = createSecurity(engine, users, now)

  const report = (message: V3Message, stat: StatName, to: Sender, requestId: Buffer): Buffer | undefined => {
    const count = (counters.get(stat) ?? 0) + 1
    counters.set(stat, count)
    if (!message.reportable) return undefined
    const varbind = encodeVarbind({ oid: Stats[stat], type: SnmpType.Counter32, value: count })
    const pdu = encodePdu({ type: Pdu.Report, id: requestId, status: 0, index: 0, varbinds: [varbind] })
    return seal(message.id, to, { engineId: engine.id, name: Buffer.alloc(0) }, pdu)
  }

  /** `maxSize` limits the datagram, in octets. Undefined: no answer. */
  return function answerV3(datagram: Buffer, maxSize: number, answer: AnswerPdu): Buffer | undefined {
    const message = readMessage(datagram)
    const checked = check(datagram, message)
    if ('report' in checked) {
      const known =
        checked.report === 'unknownEngineIDs' ? plainRequestId(datagram, message.scoped) : undefined
      return report(message, checked.report, checked.to, known ?? integer(0))
    }
    const { request, context, user, level } = checked
    const allowed = level.auth === Boolean(user.auth) && level.priv === Boolean(user.priv)
    const name = context.name.toString('utf8')
    if (allowed && !contexts.has(name)) return report(message, 'unknownContexts', { user, level }, request.id)
    const room = roomOf(maxSize, message, engine, user, context)
    const reply = allowed
      ? answer(request, { version: 3, write: user.write !== false, room }, name)
      : refusal(request)
    if (!reply || Buffer.isBuffer(reply)) return reply
    return seal(message.id, { user, level }, context, encodePdu(reply))
  }
}
