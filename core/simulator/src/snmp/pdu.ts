import type { Varbind } from '@linecard/driver-kit'
import { Malformed, decodeValue, encodeValue, integer, readInteger, readTlv, tlv } from './ber.ts'
import { decodeOid, encodeOid, keyOid, oidKey } from './oid.ts'

/** PDU tags of RFC 3416 §3. */
export const Pdu = {
  Get: 0xa0,
  GetNext: 0xa1,
  Response: 0xa2,
  Set: 0xa3,
  GetBulk: 0xa5,
  Report: 0xa8,
} as const

/** error-status of RFC 3416 §3. */
export const Status = {
  noError: 0,
  tooBig: 1,
  noSuchName: 2,
  badValue: 3,
  readOnly: 4,
  genErr: 5,
  noAccess: 6,
  wrongType: 7,
  wrongValue: 10,
  noCreation: 11,
  inconsistentValue: 12,
  authorizationError: 16,
  notWritable: 17,
  inconsistentName: 18,
} as const

/** Exceptions in place of a value (RFC 3416 §3). */
export const Absent = { noSuchObject: 0x80, noSuchInstance: 0x81, endOfMibView: 0x82 } as const

/** One varbind of a request: the key and the TLV of its OID, the TLV of its value, and all of it. */
export interface Binding {
  key: string
  oid: Buffer
  value: Buffer
  varbind: Buffer
}

export interface Request {
  type: number
  /** TLV of the request-id, which the answer repeats. */
  id: Buffer
  /** non-repeaters and max-repetitions of a GETBULK. */
  nonRepeaters: number
  maxRepetitions: number
  bindings: Binding[]
}

export interface Answer {
  type: number
  id: Buffer
  status: number
  /** error-index: position of the varbind with the error, from 1. */
  index: number
  /** Encoded varbinds. */
  varbinds: Buffer[]
}

/** Reads the PDU at `at`. */
export function readPdu(buffer: Buffer, at: number, limit: number): Request {
  const pdu = readTlv(buffer, at, limit)
  const id = readTlv(buffer, pdu.start, pdu.end, 2)
  const first = readTlv(buffer, id.end, pdu.end, 2)
  const second = readTlv(buffer, first.end, pdu.end, 2)
  const list = readTlv(buffer, second.end, pdu.end, 0x30)
  const bindings: Binding[] = []
  for (let next = list.start; next < list.end;) {
    const varbind = readTlv(buffer, next, list.end, 0x30)
    const oid = readTlv(buffer, varbind.start, varbind.end, 6)
    const key = decodeOid(buffer, oid.start, oid.end)
    if (key === undefined) throw new Malformed('bad OID')
    const value = readTlv(buffer, oid.end, varbind.end)
    bindings.push({
      key,
      oid: buffer.subarray(oid.at, oid.end),
      value: buffer.subarray(value.at, value.end),
      varbind: buffer.subarray(varbind.at, varbind.end),
    })
    next = varbind.end
  }
  return {
    type: pdu.tag,
    id: buffer.subarray(id.at, id.end),
    bindings,
    nonRepeaters: Math.max(0, readInteger(buffer, first)),
    maxRepetitions: Math.max(0, readInteger(buffer, second)),
  }
}

export const encodePdu = (answer: Answer): Buffer =>
  tlv(answer.type, answer.id, integer(answer.status), integer(answer.index), tlv(0x30, ...answer.varbinds))

export const encodeVarbind = ({ oid, type, value }: Varbind): Buffer =>
  tlv(0x30, tlv(6, encodeOid(oidKey(oid))), encodeValue(type, value))

/** Decodes a buffer with one varbind. */
export function decodeVarbind(buffer: Buffer): Varbind {
  const varbind = readTlv(buffer, 0, buffer.length, 0x30)
  const oid = readTlv(buffer, varbind.start, varbind.end, 6)
  const value = readTlv(buffer, oid.end, varbind.end)
  return {
    oid: keyOid(decodeOid(buffer, oid.start, oid.end) ?? ''),
    type: value.tag,
    value: decodeValue(buffer, value),
  }
}
