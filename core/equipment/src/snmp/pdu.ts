/** PDUs of SNMPv1 (RFC 1157 §4.1) and SNMPv2 (RFC 3416 §3). */
import type { SnmpContext } from '@linecard/driver-kit'
import { Malformed, type Reader, type Writer } from './ber.ts'

export const PduType = {
  Get: 0xa0,
  GetNext: 0xa1,
  Response: 0xa2,
  Set: 0xa3,
  GetBulk: 0xa5,
  Report: 0xa8,
} as const

/** Exceptions in a varbind, in place of a value (RFC 3416 §3). */
export const Exception = { noSuchObject: 0x80, noSuchInstance: 0x81, endOfMibView: 0x82 } as const
/** Exceptions have tags from 128 on. */
export const isValue = (type: number): boolean => type < 0x80

/** error-status by number (RFC 3416 §3). */
export const statusNames = [
  'noError',
  'tooBig',
  'noSuchName',
  'badValue',
  'readOnly',
  'genErr',
  'noAccess',
  'wrongType',
  'wrongLength',
  'wrongEncoding',
  'wrongValue',
  'noCreation',
  'inconsistentValue',
  'resourceUnavailable',
  'commitFailed',
  'undoFailed',
  'authorizationError',
  'notWritable',
  'inconsistentName',
] as const
export const Status = { tooBig: 1, noSuchName: 2, genErr: 5, authorizationError: 16 } as const
export const statusName = (status: number): string => statusNames[status] ?? `error-status ${status}`

/**
 * A request. `first` and `second` are error-status and error-index; in GETBULK they are non-repeaters and
 * max-repetitions.
 */
export interface Request {
  type: number
  first?: number
  second?: number
  /** The SNMP context that is asked. */
  context?: SnmpContext
  /** The content octets of each OID; in a SET also the TLV of its value. */
  varbinds: readonly { oid: Uint8Array; value?: Uint8Array }[]
}

/** Numbers of one varbind in the list of a `Spans`. */
const width = 6

/**
 * Where the varbinds of an answer stand in its octets: the content of the OID, and type and content of the
 * value. Numbers in one list: an object for each varbind would cost more than reading it.
 */
export class Spans {
  private readonly list: number[] = []
  private from = 0

  get length(): number {
    return this.list.length / width - this.from
  }
  add(at: number, oidStart: number, oidEnd: number, type: number, start: number, end: number): void {
    this.list.push(oidStart, oidEnd, type, start, end, at)
  }
  /** Where the header of the OID begins. */
  begin(at: number): number {
    return this.list[(this.from + at) * width + 5]!
  }
  oidStart(at: number): number {
    return this.list[(this.from + at) * width]!
  }
  oidEnd(at: number): number {
    return this.list[(this.from + at) * width + 1]!
  }
  type(at: number): number {
    return this.list[(this.from + at) * width + 2]!
  }
  start(at: number): number {
    return this.list[(this.from + at) * width + 3]!
  }
  end(at: number): number {
    return this.list[(this.from + at) * width + 4]!
  }
  /** Leaves out so many at the front. */
  drop(count: number): void {
    this.from += Math.min(count, this.length)
  }
}

export interface Answer {
  type: number
  requestId: number
  status: number
  /** Position of the faulty varbind, counted from 1; 0: none. */
  index: number
  bytes: Buffer
  varbinds: Spans
}

const nullValue = Uint8Array.of(0x05, 0x00)

export function writePdu(writer: Writer, request: Request, requestId: number): void {
  const pdu = writer.mark
  for (let position = request.varbinds.length - 1; position >= 0; position--) {
    const { oid, value } = request.varbinds[position]!
    const varbind = writer.mark
    writer
      .raw(value ?? nullValue)
      .octets(oid, 0x06)
      .wrap(0x30, varbind)
  }
  writer
    .wrap(0x30, pdu)
    .integer(request.second ?? 0)
    .integer(request.first ?? 0)
    .integer(requestId)
    .wrap(request.type, pdu)
}

/** Reads a Response or Report. Values are not decoded, because not every value is wanted. */
export function readPdu(reader: Reader): Answer {
  const type = reader.next()
  if (type !== PduType.Response && type !== PduType.Report)
    throw new Malformed(`PDU of type ${type} instead of an answer`)
  reader.at = reader.start
  reader.end = reader.stop
  const requestId = reader.integer()
  const status = reader.integer()
  const index = reader.integer()
  reader.enter(0x30)
  const varbinds = new Spans()
  const listEnd = reader.end
  while (reader.at < listEnd) {
    reader.expect(0x30)
    const next = reader.at
    const begin = (reader.at = reader.start)
    reader.end = reader.stop
    reader.expect(0x06)
    const oidStart = reader.start
    const oidEnd = reader.stop
    const valueType = reader.next()
    varbinds.add(begin, oidStart, oidEnd, valueType, reader.start, reader.stop)
    reader.at = next
    reader.end = listEnd
  }
  return { type, requestId, status, index, bytes: reader.bytes, varbinds }
}
