/**
 * SNMPv3 messages with their protection: writes requests, checks and reads answers (RFC 3412 §6, RFC 3414
 * §3).
 */
import type { SnmpAccess } from '@linecard/plugin-kit'
import { Malformed, Reader, Writer } from './ber.ts'
import { type Answer, PduType, type Request, readPdu, writePdu } from './pdu.ts'
import type { Message } from './socket.ts'
import { type EngineTime, authTag, decrypt, encrypt, localKey, privKey, sameTag, tagLength } from './usm.ts'

export type User = NonNullable<SnmpAccess['user']>
export const Flag = { auth: 1, priv: 2, reportable: 4 } as const
const usmModel = 3
/** By how many seconds a message may be older than the known clock of the engine (RFC 3414 §3.2, step 7). */
const timeWindow = 150
const none: Buffer = Buffer.alloc(0)

/** What is known of the agent's engine. */
export interface Engine extends EngineTime {
  id: Buffer
  authKey: Buffer
  privKey: Buffer
  /** `performance.now()` when its clock was learnt. */
  at: number
  /** The clock is from an authentic message. */
  sure: boolean
}

/** The user of a connection, and the engine once it is discovered. */
export interface Security {
  user: User
  name: Buffer
  /** Flags of the user's security level. */
  level: number
  engine: Engine | undefined
}

/** A checked message. */
export interface Secured {
  engineId: Buffer
  boots: number
  time: number
  /** Flags of its protection. */
  level: number
  answer: Answer
}

export function learnEngine(security: Security, id: Buffer, time: EngineTime): void {
  const { level } = security
  const { auth, priv } = security.user
  security.engine = {
    ...time,
    id: Buffer.from(id),
    at: performance.now(),
    sure: false,
    authKey: auth && level & Flag.auth ? localKey(auth.protocol, Buffer.from(auth.key), id) : none,
    privKey:
      auth && priv && level & Flag.priv
        ? privKey(auth.protocol, priv.protocol, Buffer.from(priv.key), id)
        : none,
  }
}

const newer = (a: EngineTime, b: EngineTime) => a.boots > b.boots || (a.boots === b.boots && a.time > b.time)

/** The clock of the engine now. */
const timeNow = ({ boots, time, at }: Engine): EngineTime => ({
  boots,
  time: time + Math.floor((performance.now() - at) / 1000),
})

/** The scoped PDU, encrypted if the level wants it. */
function writeScoped(
  { user, level }: Security,
  request: Request,
  id: number,
  engine: Engine | undefined,
  clock: EngineTime,
) {
  const writer = new Writer()
  writePdu(writer, request, id)
  const plain = writer
    .octets(request.context ? Buffer.from(request.context.name) : none)
    .octets(engine?.id ?? none)
    .wrap(0x30, 0)
    .take()
  if (!engine || !user.priv || !(level & Flag.priv)) return { data: plain, salt: none, sealed: false }
  return { ...encrypt(user.priv.protocol, engine.privKey, clock, plain), sealed: true }
}

/** A request; without an engine it is the discovery, which has no protection. */
export function writeSecured(
  security: Security,
  request: Request,
  id: number,
  engine: Engine | undefined,
): Buffer {
  const { auth } = security.user
  const protection = engine ? security.level : 0
  const clock = engine ? timeNow(engine) : { boots: 0, time: 0 }
  const { data, salt, sealed } = writeScoped(security, request, id, engine, clock)
  const writer = new Writer()
  if (sealed) writer.octets(data)
  else writer.raw(data)
  const parameters = writer.mark
  const tag = auth && protection & Flag.auth ? tagLength(auth.protocol) : 0
  writer.octets(salt).octets(Buffer.alloc(tag))
  // Position of the tag from the end of the message; its header of two octets is already written.
  const tagEnd = writer.mark - 2 - tag
  writer
    .octets(engine ? security.name : none)
    .integer(clock.time)
    .integer(clock.boots)
    .octets(engine?.id ?? none)
    .wrap(0x30, parameters)
    .wrap(0x04, parameters)
  const header = writer.mark
  writer
    .integer(usmModel)
    .octets(Uint8Array.of(protection | Flag.reportable))
    .integer(65_507)
    .integer(id)
    .wrap(0x30, header)
  const bytes = writer.integer(3).wrap(0x30, 0).take()
  if (tag > 0 && auth && engine)
    bytes.set(authTag(auth.protocol, engine.authKey, bytes), bytes.length - tagEnd - tag)
  return bytes
}

/** The header and the security parameters of a message (RFC 3412 §6, RFC 3414 §2.4). */
function readParameters({ bytes, reader }: Message) {
  const end = reader.end
  reader.enter(0x30)
  reader.integer()
  reader.integer()
  const flags = reader.octets()[0] ?? 0
  if (reader.integer() !== usmModel) throw new Malformed('other security model')
  reader.at = reader.end
  reader.end = end
  reader.expect(0x04)
  const parameters = new Reader(bytes, reader.start, reader.stop).enter(0x30)
  const engineId = parameters.octets()
  const boots = parameters.integer()
  const time = parameters.integer()
  const userName = parameters.octets()
  const tag = parameters.octets()
  const tagStart = parameters.start
  const salt = parameters.octets()
  const level = flags & (Flag.auth | Flag.priv)
  return {
    level,
    engineId,
    boots,
    time,
    userName,
    tag,
    tagStart,
    salt,
    data: new Reader(bytes, reader.at, end),
  }
}
type Parameters = ReturnType<typeof readParameters>

/** Throws if the message is not authentic or too old (RFC 3414 §3.2). Takes the clock of a newer one. */
function assertAuthentic(security: Security, bytes: Buffer, parameters: Parameters): void {
  const { engine, name, user } = security
  const { engineId, boots, time, userName, tag, tagStart } = parameters
  if (!engine || !user.auth || !engine.id.equals(engineId) || !name.equals(userName))
    throw new Malformed('for another engine or user')
  const blank = Buffer.from(bytes)
  blank.fill(0, tagStart, tagStart + tag.length)
  if (!sameTag(tag, authTag(user.auth.protocol, engine.authKey, blank))) throw new Malformed('not authentic')
  if (!engine.sure || newer({ boots, time }, engine))
    Object.assign(engine, { boots, time, at: performance.now(), sure: true })
  else if (boots !== engine.boots || time < timeNow(engine).time - timeWindow)
    throw new Malformed('outside the time window')
}

/** The scoped PDU of a message, decrypted. */
function openScoped({ engine, user }: Security, { level, boots, time, salt, data }: Parameters): Reader {
  if (!(level & Flag.priv)) return data
  if (!engine || !user.priv || !(level & Flag.auth)) throw new Malformed('encrypted without need')
  const sealed = data.octets()
  try {
    return new Reader(decrypt(user.priv.protocol, engine.privKey, { boots, time }, salt, sealed))
  } catch (error) {
    throw new Malformed('cannot be decrypted', { cause: error })
  }
}

/**
 * Checks and reads an answer. It must be as protected as the request; only a Report may be less protected.
 */
export function readSecured(security: Security, message: Message): Secured {
  if (message.version !== 3) throw new Malformed('answer in another SNMP version')
  const parameters = readParameters(message)
  const { level, engineId, boots, time } = parameters
  if (level & Flag.auth) assertAuthentic(security, message.bytes, parameters)
  const scoped = openScoped(security, parameters).enter(0x30)
  scoped.octets()
  scoped.octets()
  const answer = readPdu(scoped)
  const asAsked = level === security.level && security.engine?.id.equals(engineId)
  if (answer.type === PduType.Response && !asAsked) throw new Malformed('less protected than requested')
  return { engineId, boots, time, level, answer }
}
