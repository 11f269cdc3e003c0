import type { Limits } from './limits.ts'
import { type Answer, Pdu, type Request } from './pdu.ts'
import { get, getBulk, getNext } from './reads.ts'
import { set } from './set.ts'
import type { WritableMib } from './writable-mib.ts'

/** Answers one PDU after RFC 3416 (v2c, v3) or RFC 1157 (v1). Undefined for a PDU that an agent ignores. */
export function answerPdu(request: Request, mib: WritableMib, limits: Limits): Answer | undefined {
  if (request.type === Pdu.Set) return set(request, mib, limits)
  if (request.type === Pdu.Get) return get(request, mib.view(), limits)
  if (request.type === Pdu.GetNext) return getNext(request, mib.view(), limits)
  if (request.type === Pdu.GetBulk && limits.version !== 0) return getBulk(request, mib.view(), limits)
  return undefined
}
