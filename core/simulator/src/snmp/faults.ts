import { answerPdu } from './agent.ts'
import type { Behaviour, PlainAnswer, PlainRequest } from './behaviour.ts'
import type { AnswerPdu } from './community.ts'
import { isUnder, keyOid, oidKey } from './oid.ts'
import { type Answer, Pdu, type Request, decodeVarbind, encodeVarbind } from './pdu.ts'
import type { WritableMib } from './writable-mib.ts'

const kinds: Record<number, PlainRequest['type']> = {
  [Pdu.Get]: 'get',
  [Pdu.GetNext]: 'getNext',
  [Pdu.GetBulk]: 'getBulk',
  [Pdu.Set]: 'set',
}

const names = (request: Request, under: string): boolean => {
  const key = oidKey(under)
  return request.bindings.some(binding => isUnder(binding.key, key))
}
const reaches = (answer: Answer, under: string): boolean => {
  const key = oidKey(under)
  return answer.varbinds.some(varbind => isUnder(oidKey(decodeVarbind(varbind).oid), key))
}

function tampered(
  answer: Answer,
  request: Request,
  tamper: NonNullable<Behaviour['tamper']>,
): Answer | Buffer | undefined {
  const plain: PlainAnswer = {
    status: answer.status,
    index: answer.index,
    varbinds: answer.varbinds.map(varbind => decodeVarbind(varbind)),
  }
  const changed = tamper(plain, {
    type: kinds[request.type]!,
    oids: request.bindings.map(binding => keyOid(binding.key)),
  })
  if (changed === null) return undefined
  return Buffer.isBuffer(changed)
    ? changed
    : {
        ...answer,
        status: changed.status,
        index: changed.index,
        varbinds: changed.varbinds.map(encodeVarbind),
      }
}

const errorAnswer = (request: Request, status: number): Answer => ({
  type: Pdu.Response,
  id: request.id,
  status,
  index: 1,
  varbinds: request.bindings.map(binding => binding.varbind),
})

/** Answers PDUs from the MIB of their context, with the faults that the behaviour of the moment asks for. */
export const answerWithFaults =
  (contextOf: (name: string) => WritableMib | undefined, behaviourOf: () => Behaviour): AnswerPdu =>
  (request, limits, context) => {
    const behaviour = behaviourOf()
    const mib = contextOf(context)
    if (!mib) return undefined
    const tooMany = request.maxRepetitions > (behaviour.silentAboveRepetitions ?? Infinity)
    if (request.type === Pdu.GetBulk && (behaviour.noBulk || tooMany)) return undefined
    const error = behaviour.errors?.find(({ under }) => names(request, under))
    if (error) return errorAnswer(request, error.status)
    const reply = answerPdu(request, mib, {
      ...limits,
      maxRepetitions: behaviour.maxRepetitions ?? Infinity,
      creatable: key => behaviour.creatable?.some(prefix => isUnder(key, oidKey(prefix))) ?? false,
    })
    const silentUnder = typeof behaviour.silent === 'object' ? behaviour.silent.under : undefined
    if (reply && silentUnder?.some(under => names(request, under) || reaches(reply, under))) return undefined
    return reply && behaviour.tamper ? tampered(reply, request, behaviour.tamper) : reply
  }
