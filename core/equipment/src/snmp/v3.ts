/** SNMPv3 messages (RFC 3412 §6) under the user-based security model (RFC 3414), as the side that asks. */
import { DeviceError } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { Malformed, Reader, Writer } from './ber.ts'
import type { Ask } from './community.ts'
import { type Exchange, type Patience, Silent } from './exchange.ts'
import { oidText } from './oid.ts'
import type { Message } from './port.ts'
import { type Answer, PduType, type Request, readPdu, writePdu } from './pdu.ts'
import { type EngineTime, authTag, decrypt, encrypt, localKey, privKey, sameTag, tagLength } from './usm.ts'

type User = NonNullable<SnmpAccess['user']>
const Flag = { auth: 1, priv: 2, reportable: 4 } as const
const usmModel = 3
/** Seconds that a message may be older than what is known of the engine (RFC 3414 §3.2, step 7). */
const timeWindow = 150
const none: Buffer = Buffer.alloc(0)

/**
 * What is known of the agent's engine; `at` is `performance.now()` of when its time was learnt, `sure`
 * whether from an authentic message.
 */
interface Engine extends EngineTime {
  id: Buffer
  authKey: Buffer
  privKey: Buffer
  at: number
  sure: boolean
}

interface Secured {
  engineId: Buffer
  boots: number
  time: number
  level: number
  answer: Answer
}

/** Counters that a Report tells about (RFC 3414 §5), by the last arc of usmStats. */
const Report = {
  unsupportedLevel: 1,
  notInTimeWindow: 2,
  unknownUser: 3,
  unknownEngine: 4,
  wrongDigest: 5,
  decryption: 6,
} as const
const refusals: Readonly<Record<number, string>> = {
  [Report.unsupportedLevel]: 'does not offer this security level to the user',
  [Report.unknownUser]: 'does not know the user',
  [Report.wrongDigest]: 'refuses the authentication key or protocol',
  [Report.decryption]: 'cannot decrypt: privacy key or protocol is wrong',
}

function reportKind({ bytes, varbinds: [first] }: Answer): number {
  const oid = first && oidText(bytes, first.oidStart, first.oidEnd)
  return Number(/^1\.3\.6\.1\.6\.3\.15\.1\.1\.(\d)\.0$/.exec(oid ?? '')?.[1] ?? 0)
}

/** snmpUnknownContexts (RFC 3413 §3.2). */
function isUnknownContext({ bytes, varbinds: [first] }: Answer): boolean {
  return first !== undefined && oidText(bytes, first.oidStart, first.oidEnd) === '1.3.6.1.6.3.12.1.5.0'
}

const newer = (a: EngineTime, b: EngineTime) => a.boots > b.boots || (a.boots === b.boots && a.time > b.time)

/** Asks as `user`. `attempts` are for finding the engine, which comes before the first request. */
export function v3Ask(exchange: Exchange, ip: string, user: User, attempts: number): Ask {
  const refuse = (why: string) => new DeviceError('AuthFailed', `${ip} ${why} (SNMPv3 user "${user.name}").`)
  const { auth, priv } = user
  const level =
    user.level === 'authPriv' ? Flag.auth | Flag.priv : user.level === 'authNoPriv' ? Flag.auth : 0
  if (level & Flag.auth && !auth) throw refuse('needs an authentication protocol and key')
  if (level & Flag.priv && !priv) throw refuse('needs a privacy protocol and key')
  const name = Buffer.from(user.name)
  let engine: Engine | undefined

  const learn = (id: Buffer, time: EngineTime): void => {
    engine = {
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
  const now = (known: Engine): EngineTime => ({
    boots: known.boots,
    time: known.time + Math.floor((performance.now() - known.at) / 1000),
  })

  const write =
    (request: Request, to: Engine | undefined) =>
    (id: number): Buffer => {
      const context = request.context ? Buffer.from(request.context.name) : none
      const protection = to ? level : 0
      const time = to ? now(to) : { boots: 0, time: 0 }
      const scoped = new Writer()
      writePdu(scoped, request, id)
      scoped
        .octets(context)
        .octets(to?.id ?? none)
        .wrap(0x30, 0)
      let data: Buffer = scoped.take()
      let salt: Buffer = none
      if (to && priv && protection & Flag.priv)
        ({ salt, data } = encrypt(priv.protocol, to.privKey, time, data))
      const writer = new Writer()
      if (protection & Flag.priv) writer.octets(data)
      else writer.raw(data)
      const parameters = writer.mark
      const tag = auth && protection & Flag.auth ? tagLength(auth.protocol) : 0
      writer.octets(salt).octets(Buffer.alloc(tag))
      // The tag's place, from the end: written before its header of two octets.
      const tagEnd = writer.mark - 2 - tag
      writer
        .octets(to ? name : none)
        .integer(time.time)
        .integer(time.boots)
        .octets(to?.id ?? none)
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
      if (tag > 0 && auth && to)
        bytes.set(authTag(auth.protocol, to.authKey, bytes), bytes.length - tagEnd - tag)
      return bytes
    }

  /**
   * Reads and checks a message. Protection is as strong as asked for, except in Reports, which may come
   * without.
   */
  const read = ({ version, bytes, reader }: Message): Secured => {
    if (version !== 3) throw new Malformed('answer in another SNMP version')
    const end = reader.end
    reader.enter(0x30)
    reader.integer()
    reader.integer()
    const flags = reader.octets()[0] ?? 0
    if (reader.integer() !== usmModel) throw new Malformed('other security model')
    reader.at = reader.end
    reader.end = end
    reader.expect(0x04)
    const rest = reader.at
    const parameters = new Reader(bytes, reader.start, reader.stop).enter(0x30)
    const engineId = parameters.octets()
    const boots = parameters.integer()
    const time = parameters.integer()
    const userName = parameters.octets()
    const tag = parameters.octets()
    const tagStart = parameters.start
    const salt = parameters.octets()
    const answered = flags & (Flag.auth | Flag.priv)
    if (answered & Flag.auth) {
      if (!engine || !auth || !engine.id.equals(engineId) || !name.equals(userName))
        throw new Malformed('for another engine or user')
      const blank = Buffer.from(bytes)
      blank.fill(0, tagStart, tagStart + tag.length)
      if (!sameTag(tag, authTag(auth.protocol, engine.authKey, blank))) throw new Malformed('not authentic')
      if (!engine.sure || newer({ boots, time }, engine))
        Object.assign(engine, { boots, time, at: performance.now(), sure: true })
      else if (boots !== engine.boots || time < now(engine).time - timeWindow)
        throw new Malformed('outside the time window')
    }
    let body: Reader
    if (answered & Flag.priv) {
      if (!engine || !priv || !(answered & Flag.auth)) throw new Malformed('encrypted without need')
      const sealed = new Reader(bytes, rest, end).octets()
      try {
        body = new Reader(decrypt(priv.protocol, engine.privKey, { boots, time }, salt, sealed))
      } catch (error) {
        throw new Malformed('cannot be decrypted', { cause: error })
      }
    } else body = new Reader(bytes, rest, end)
    body.enter(0x30)
    body.octets()
    body.octets()
    const answer = readPdu(body)
    if (answer.type === PduType.Response && (answered !== level || !engine?.id.equals(engineId)))
      throw new Malformed('less protected than asked for')
    return { engineId, boots, time, level: answered, answer }
  }

  const discover = async (patience: Patience): Promise<void> => {
    const { engineId, boots, time, answer } = await exchange(
      write({ type: PduType.Get, varbinds: [] }, undefined),
      read,
      patience,
    )
    // RFC 3414 allows 5 octets at least; some agents do with fewer.
    if (answer.type !== PduType.Report || engineId.length === 0)
      throw new DeviceError('ParseFailed', `${ip} answered the SNMPv3 discovery without an engine ID.`)
    learn(engineId, { boots, time })
  }

  return async (request, patience) => {
    for (let round = 0; ; round++) {
      if (!engine) await discover({ attempts, deadline: patience.deadline, signal: patience.signal })
      const known: Engine = engine!
      let secured: Secured
      try {
        secured = await exchange(write(request, known), read, patience)
      } catch (error) {
        // A device that forgot how often it booted looks like a replay: only a new discovery tells them
        // apart.
        if (!(error instanceof Silent) || !error.nonsense || round > 0) throw error
        engine = undefined
        continue
      }
      const { engineId, boots, time, level: answered, answer } = secured
      if (answer.type === PduType.Response) return answer
      if (isUnknownContext(answer)) throw refuse(`does not know the context "${request.context?.name ?? ''}"`)
      const kind = reportKind(answer)
      const why = refusals[kind]
      if (why) throw refuse(why)
      if (round >= 2) throw refuse('keeps answering with reports instead of values')
      if (kind === Report.unknownEngine) engine = undefined
      // Authentic: `read` has taken its time over. Agents that do not sign this report are believed too; a
      // lie costs one more round.
      else if (kind === Report.notInTimeWindow && !(answered & Flag.auth)) learn(engineId, { boots, time })
    }
  }
}
