import { SnmpType } from '@linecard/driver-kit'
import { tlv } from './ber.ts'
import { type Limits, echoed } from './limits.ts'
import { type MibObject, type View, encodeObject } from './mib.ts'
import { Absent, type Answer, Pdu, type Request, Status } from './pdu.ts'

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

export function get(request: Request, view: View, limits: Limits): Answer {
  const varbinds: Buffer[] = []
  for (const [position, binding] of request.bindings.entries()) {
    const object = visible(view.get(binding.key), limits.version)
    if (!object && limits.version === 0) return echoed(request, Status.noSuchName, position + 1)
    varbinds.push(object ? encodeObject(object) : absent(binding, missing(view, binding.key)))
  }
  return fitted(request, varbinds, limits)
}

export function getNext(request: Request, view: View, limits: Limits): Answer {
  const varbinds: Buffer[] = []
  for (const [position, binding] of request.bindings.entries()) {
    const object = nextVisible(view, binding.key, limits.version)
    if (!object && limits.version === 0) return echoed(request, Status.noSuchName, position + 1)
    varbinds.push(object ? encodeObject(object) : absent(binding, Absent.endOfMibView))
  }
  return fitted(request, varbinds, limits)
}

export function getBulk(request: Request, view: View, limits: Limits): Answer {
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
