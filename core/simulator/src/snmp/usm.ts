import { SnmpType } from '@linecard/driver-kit'
import { integer } from './ber.ts'
import { type AnswerPdu, overhead } from './community.ts'
import type { Engine, V3User } from './engine.ts'
import { type Answer, Pdu, type Request, Status, encodePdu, encodeVarbind } from './pdu.ts'
import { type Context, type Sender, type StatName, Stats, createSecurity } from './usm-security.ts'
import { type V3Message, plainRequestId, readMessage } from './v3-message.ts'

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
