import { readTlv, slice, tlv } from './ber.ts'
import type { Engine, V3User } from './engine.ts'
import { type Request, readPdu } from './pdu.ts'
import { authentic, decrypt, digest, digestLength, encrypt, localKey, privacyKey } from './usm-crypto.ts'
import { type Level, type V3Message, encodeMessage, readMessage } from './v3-message.ts'

const usmStats = '1.3.6.1.6.3.15.1.1'
/** usmStats of RFC 3414 §5, and snmpUnknownContexts of RFC 3413 §3.2. */
export const Stats = {
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

export interface Sender {
  user?: V3User
  level: Level
}
export interface Context {
  engineId: Buffer
  name: Buffer
}
export type StatName = keyof typeof Stats
/** A request that passed the checks of the USM, or the counter that its report shows. */
type Checked =
  | { request: Request; context: Context; user: V3User; level: Level }
  | { report: StatName; to: Sender }

const refused = (report: StatName, to: Sender = { level: noLevel }): Checked => ({ report, to })

/** Checks of RFC 3414 §3.2, and the way back: signing and encrypting for a user. */
export function createSecurity(engine: Engine, users: readonly V3User[], now: () => number) {
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
