import { type Answer, Pdu, type Request, Absent, Status, type Binding } from './pdu.ts'
import type { WritableMib } from './writable-mib.ts'
import { SnmpType } from '@linecard/driver-kit'
import { tlv, decodeValue, readTlv } from './ber.ts'
import { type MibObject, type View, encodeObject, type Created } from './mib.ts'

/**
 * Limits of one request: SNMP version (0 is v1, 1 is v2c), right to write, octets for varbinds, highest
 * max-repetitions, and OIDs that a SET may create.
 */
interface Limits {
  version: 0 | 1 | 3
  write: boolean
  room: number
  maxRepetitions: number
  creatable: (key: string) => boolean
}

/** An answer with the varbinds of the request, as after a SET or an error. */
const echoed = (
  request: Request,
  status: number,
  index: number,
  varbinds = request.bindings.map(binding => binding.varbind),
): Answer => ({ type: Pdu.Response, id: request.id, status, index, varbinds })

const sameKind = (a: number, b: number) =>
  a === b || [a, b].every(type => type === SnmpType.Integer || type === SnmpType.Gauge32)

const valueOf = ({ value }: Binding) => decodeValue(value, readTlv(value, 0, value.length))

/** error-status of SNMPv1 for the values of SNMPv2 (RFC 3584 §4.3). */
const v1Status = (status: number): number =>
  status === Status.wrongType ? Status.badValue : status > Status.genErr ? Status.noSuchName : status

function set(request: Request, mib: WritableMib, limits: Limits): Answer {
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

const absent = (binding: { oid: Buffer }, tag: number): Buffer =>
  tlv(0x30, binding.oid, Buffer.from([tag, 0]))

/** noSuchInstance if the object has other instances, otherwise noSuchObject (RFC 3416 §4.2.1). */
const missing = (view: View, key: string): number => {
  const column = key.slice(0, -2)
  return view.next(column)?.key.startsWith(column) ? Absent.noSuchInstance : Absent.noSuchObject
}

/** SNMPv1 has no Counter64 (RFC 3584 §4.2.2.1). */
const visible = (object: MibObject | undefined, version: number): MibObject | undefined =>
  version === 0 && object?.type === SnmpType.Counter64 ? undefined : object

function nextVisible(view: View, key: string, version: number): MibObject | undefined {
  let object = view.next(key)
  while (object && !visible(object, version)) object = view.next(object.key)
  return object
}

function fitted(request: Request, varbinds: Buffer[], { room, version }: Limits): Answer {
  let size = 0
  for (const varbind of varbinds) size += varbind.length
  // tooBig has no varbinds in RFC 3416 §4.2.1, and those of the request in RFC 1157 §4.1.2.
  if (size > room) return echoed(request, Status.tooBig, 0, version === 0 ? undefined : [])
  return { type: Pdu.Response, id: request.id, status: 0, index: 0, varbinds }
}

function get(request: Request, view: View, limits: Limits): Answer {
  const varbinds: Buffer[] = []
  for (const [position, binding] of request.bindings.entries()) {
    const object = visible(view.get(binding.key), limits.version)
    if (!object && limits.version === 0) return echoed(request, Status.noSuchName, position + 1)
    varbinds.push(object ? encodeObject(object) : absent(binding, missing(view, binding.key)))
  }
  return fitted(request, varbinds, limits)
}

function getNext(request: Request, view: View, limits: Limits): Answer {
  const varbinds: Buffer[] = []
  for (const [position, binding] of request.bindings.entries()) {
    const object = nextVisible(view, binding.key, limits.version)
    if (!object && limits.version === 0) return echoed(request, Status.noSuchName, position + 1)
    varbinds.push(object ? encodeObject(object) : absent(binding, Absent.endOfMibView))
  }
  return fitted(request, varbinds, limits)
}

function getBulk(request: Request, view: View, limits: Limits): Answer {
  const varbinds: Buffer[] = []
  let size = 0
  const add = (varbind: Buffer): boolean => {
    size += varbind.length
    if (size > limits.room) return false
    varbinds.push(varbind)
    return true
  }
  const done = (): Answer => ({ type: Pdu.Response, id: request.id, status: 0, index: 0, varbinds })
  for (const binding of request.bindings.slice(0, request.nonRepeaters)) {
    const object = view.next(binding.key)
    if (!add(object ? encodeObject(object) : absent(binding, Absent.endOfMibView))) return done()
  }
  const columns: { key: string; oid: Buffer; ended?: true }[] = request.bindings
    .slice(request.nonRepeaters)
    .map(({ key, oid }) => ({ key, oid }))
  for (let row = Math.min(request.maxRepetitions, limits.maxRepetitions); row > 0; row--) {
    let alive = false
    for (const column of columns) {
      const object = column.ended ? undefined : view.next(column.key)
      if (!add(object ? encodeObject(object) : absent(column, Absent.endOfMibView))) return done()
      if (object) {
        column.key = object.key
        column.oid = object.oid
        alive = true
      } else column.ended = true
    }
    if (!alive) break
  }
  return done()
}

/** Answers one PDU after RFC 3416 (v2c, v3) or RFC 1157 (v1). Undefined for a PDU that an agent ignores. */
export function answerPdu(request: Request, mib: WritableMib, limits: Limits): Answer | undefined {
  if (request.type === Pdu.Set) return set(request, mib, limits)
  if (request.type === Pdu.Get) return get(request, mib.view(), limits)
  if (request.type === Pdu.GetNext) return getNext(request, mib.view(), limits)
  if (request.type === Pdu.GetBulk && limits.version !== 0) return getBulk(request, mib.view(), limits)
  return undefined
}
