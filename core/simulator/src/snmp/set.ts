import { SnmpType } from '@linecard/driver-kit'
import { decodeValue, readTlv } from './ber.ts'
import { type Limits, echoed } from './limits.ts'
import type { Created, MibObject } from './mib.ts'
import { type Answer, type Binding, type Request, Status } from './pdu.ts'
import type { WritableMib } from './writable-mib.ts'

const sameKind = (a: number, b: number) =>
  a === b || [a, b].every(type => type === SnmpType.Integer || type === SnmpType.Gauge32)

const valueOf = ({ value }: Binding) => decodeValue(value, readTlv(value, 0, value.length))

/** error-status of SNMPv1 for the values of SNMPv2 (RFC 3584 §4.3). */
const v1Status = (status: number): number =>
  status === Status.wrongType ? Status.badValue : status > Status.genErr ? Status.noSuchName : status

export function set(request: Request, mib: WritableMib, limits: Limits): Answer {
  const view = mib.view()
  const refuse = (status: number, position: number) =>
    echoed(request, limits.version === 0 ? v1Status(status) : status, position + 1)
  const changes: { object: MibObject | undefined; binding: Binding; inRow: boolean }[] = []
  for (const [position, binding] of request.bindings.entries()) {
    if (!limits.write) return refuse(Status.noAccess, position)
    const object = view.get(binding.key)
    const inRow = !object && (mib.creatable?.(binding.key) ?? false)
    if (!object && !inRow && !limits.creatable(binding.key)) return refuse(Status.noCreation, position)
    if (object && !object.write && !object.encoded) return refuse(Status.notWritable, position)
    if (object && !sameKind(object.type, binding.value[0]!)) return refuse(Status.wrongType, position)
    changes.push({ object, binding, inRow })
  }
  const made: Created[] = []
  const giveUp = (status: number, position: number) => {
    for (const row of made) row.undo()
    return refuse(status, position)
  }
  // A RowStatus may follow the columns of the row that it creates (RFC 2579).
  const done = new Set<Binding>()
  for (const [position, { binding, inRow }] of changes.entries()) {
    const row = inRow ? mib.create?.(binding.key, valueOf(binding)) : undefined
    if (!row) continue
    if (row.status) return giveUp(row.status, position)
    made.push(row)
    done.add(binding)
  }
  for (const [position, { object: before, binding, inRow }] of changes.entries()) {
    if (done.has(binding)) continue
    const { varbind, oid, key, value } = binding
    const object = inRow ? mib.view().get(key) : before
    if (inRow && !object) return giveUp(Status.inconsistentName, position)
    if (inRow && !object!.write) return giveUp(Status.notWritable, position)
    if (object?.write) {
      const status = object.write(valueOf(binding))
      if (status) return giveUp(status, position)
    } else mib.put({ key, oid: Buffer.from(oid), type: value[0]!, encoded: Buffer.from(varbind) })
  }
  return echoed(request, Status.noError, 0)
}
