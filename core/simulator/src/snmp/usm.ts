import type { AnswerPdu } from './community.ts'
import { overhead } from './community.ts'
import { integer, readInteger, readTlv, slice, tlv } from './ber.ts'
import { Pdu, type Request, Status, encodePdu, encodeVarbind, readPdu } from './pdu.ts'
import {
  type AuthProtocol,
  type PrivProtocol,
  authentic,
  decrypt,
  digest,
  digestLength,
  encrypt,
  localKey,
  privacyKey,
} from './usm-crypto.ts'
import { SnmpType } from '@linecard/driver-kit'

/**
 * A user of SNMPv3. Without `auth` it is noAuthNoPriv; `priv` needs `auth`. Requests below its level are
 * refused.
 */
export interface V3User {
  name: string
  auth?: { protocol: AuthProtocol; password: string }
  priv?: { protocol: PrivProtocol; password: string }
  /** May SET. Default true. */
  write?: boolean
}

/**
 * The authoritative engine of a device. Mutable: raising `boots` and moving `startedMs` is what a reboot
 * looks like from outside.
 */
export interface Engine {
  id: Buffer
  boots: number
  startedMs: number
}

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

interface Level {
  auth: boolean
  priv: boolean
}

/**
 * Splits the v3 message; `auth` is a view of the digest field so that it can be checked and filled in place.
 */
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

/**
 * Answers SNMPv3 datagrams for one engine (RFC 3414 §3.2): discovery, time window, authentication, privacy.
 * `contexts`: names of its views; '' is the default one.
 */
export function createUsm(
  engine: Engine,
  users: readonly V3User[],
  now: () => number,
  contexts: Pick<ReadonlySet<string>, 'has'> = new Set(['']),
) {
  const keys = new Map<string, { auth?: Buffer; priv?: Buffer }>()
  const counters = new Map<string, number>()
  const keysOf = (user: V3User) => {
    const cacheKey = `${engine.id.toString('hex')} ${user.name}`
    let found = keys.get(cacheKey)
    if (!found) {
      found = {
        ...(user.auth && { auth: localKey(user.auth.protocol, user.auth.password, engine.id) }),
        ...(user.auth &&
          user.priv && {
            priv: privacyKey(user.auth.protocol, user.priv.protocol, user.priv.password, engine.id),
          }),
      }
      keys.set(cacheKey, found)
    }
    return found
  }
  const engineTime = () => Math.max(0, Math.floor((now() - engine.startedMs) / 1000))

  function seal(
    id: number,
    user: V3User | undefined,
    level: Level,
    contextEngineId: Buffer,
    contextName: Buffer,
    pdu: Buffer,
  ): Buffer {
    const time = engineTime()
    const { auth: authKey, priv: privKey } = user ? keysOf(user) : {}
    const scoped = tlv(0x30, tlv(4, contextEngineId), tlv(4, contextName), pdu)
    const sealed =
      level.priv && user?.priv && privKey
        ? encrypt(user.priv.protocol, privKey, engine.boots, time, scoped)
        : undefined
    const digestSize = level.auth && user?.auth ? digestLength(user.auth.protocol) : 0
    const datagram = tlv(
      0x30,
      integer(3),
      tlv(
        0x30,
        integer(id),
        integer(65507),
        tlv(4, Buffer.from([(level.auth ? 1 : 0) | (level.priv ? 2 : 0)])),
        integer(3),
      ),
      tlv(
        4,
        tlv(
          0x30,
          tlv(4, engine.id),
          integer(engine.boots),
          integer(time),
          tlv(4, Buffer.from(user?.name ?? '')),
          tlv(4, Buffer.alloc(digestSize)),
          tlv(4, sealed?.salt ?? Buffer.alloc(0)),
        ),
      ),
      sealed ? tlv(4, sealed.content) : scoped,
    )
    if (level.auth && user?.auth && authKey)
      readMessage(datagram).auth.set(digest(user.auth.protocol, authKey, datagram))
    return datagram
  }

  /** `maxSize` bounds the datagram; undefined where an agent stays silent. */
  return function answerV3(datagram: Buffer, maxSize: number, answer: AnswerPdu): Buffer | undefined {
    const message = readMessage(datagram)
    const { level } = message
    let requestId = integer(0)
    const report = (
      stat: keyof typeof Stats,
      user?: V3User,
      at: Level = { auth: false, priv: false },
    ): Buffer | undefined => {
      const count = (counters.get(Stats[stat]) ?? 0) + 1
      counters.set(Stats[stat], count)
      if (!message.reportable) return undefined
      const varbind = encodeVarbind({ oid: Stats[stat], type: SnmpType.Counter32, value: count })
      return seal(
        message.id,
        user,
        at,
        engine.id,
        Buffer.alloc(0),
        encodePdu({ type: Pdu.Report, id: requestId, status: 0, index: 0, varbinds: [varbind] }),
      )
    }
    if (!message.engineId.equals(engine.id)) {
      requestId = plainRequestId(datagram, message.scoped) ?? requestId
      return report('unknownEngineIDs')
    }
    const user = users.find(({ name }) => name === message.user)
    if (!user) return report('unknownUserNames')
    if ((level.auth && !user.auth) || (level.priv && (!user.priv || !level.auth)))
      return report('unsupportedSecLevels')
    const userKeys = keysOf(user)
    if (level.auth) {
      if (
        !user.auth ||
        !userKeys.auth ||
        !authentic(user.auth.protocol, userKeys.auth, datagram, message.auth)
      )
        return report('wrongDigests')
      if (message.boots !== engine.boots || Math.abs(message.time - engineTime()) > 150)
        return report('notInTimeWindows', user, { auth: true, priv: false })
    }
    let content = datagram
    let at = message.scoped.at
    if (level.priv && user.priv && userKeys.priv) {
      const plain =
        message.scoped.tag === 4
          ? decrypt(
              user.priv.protocol,
              userKeys.priv,
              message.salt,
              message.boots,
              message.time,
              slice(datagram, message.scoped),
            )
          : undefined
      if (!plain || plain[0] !== 0x30) return report('decryptionErrors')
      content = plain
      at = 0
    }
    const scoped = readTlv(content, at, content.length, 0x30)
    const contextEngineId = readTlv(content, scoped.start, scoped.end, 4)
    const contextName = readTlv(content, contextEngineId.end, scoped.end, 4)
    const request = readPdu(content, contextName.end, scoped.end)
    const room =
      Math.min(maxSize, Math.max(484, message.maxSize)) -
      overhead -
      80 -
      engine.id.length * 2 -
      user.name.length -
      (contextName.end - contextName.start)
    const allowed = level.auth === Boolean(user.auth) && level.priv === Boolean(user.priv)
    const context = content.toString('utf8', contextName.start, contextName.end)
    if (allowed && !contexts.has(context)) {
      requestId = request.id
      return report('unknownContexts', user, level)
    }
    const reply = allowed
      ? answer(request, { version: 3, write: user.write !== false, room }, context)
      : refusal(request)
    if (!reply || Buffer.isBuffer(reply)) return reply
    return seal(
      message.id,
      user,
      level,
      slice(content, contextEngineId),
      slice(content, contextName),
      encodePdu(reply),
    )
  }
}

const refusal = (request: Request) => ({
  type: Pdu.Response,
  id: request.id,
  status: Status.authorizationError,
  index: 0,
  varbinds: request.bindings.map(binding => binding.varbind),
})

/**
 * The request-id of an unencrypted message: net-snmp wants it back in the report that tells it the engine id.
 */
function plainRequestId(
  datagram: Buffer,
  scoped: ReturnType<typeof readMessage>['scoped'],
): Buffer | undefined {
  if (scoped.tag !== 0x30) return undefined
  const engineId = readTlv(datagram, scoped.start, scoped.end, 4)
  const name = readTlv(datagram, engineId.end, scoped.end, 4)
  return readPdu(datagram, name.end, scoped.end).id
}

/**
 * An engine id of RFC 3411 §5 (format 5, octets) from the address a device listens on; 32473 is the example
 * enterprise of RFC 5612.
 */
export const engineIdOf = (ip: string, port: number): Buffer =>
  Buffer.from([0x80, 0, 0x7e, 0xd9, 5, ...ip.split('.').map(Number), port >> 8, port & 0xff])
