import { integer, readInteger, readTlv, slice, tlv } from './ber.ts'
import { readPdu } from './pdu.ts'

/** Security level of a message (RFC 3411 §3.4.3). */
export interface Level {
  auth: boolean
  priv: boolean
}

/** Splits a v3 message (RFC 3412 §6). `auth` is a view of the digest field, to check and fill it in place. */
export function readMessage(datagram: Buffer) {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readTlv(datagram, message.start, message.end, 2)
  const header = readTlv(datagram, version.end, message.end, 0x30)
  const id = readTlv(datagram, header.start, header.end, 2)
  const size = readTlv(datagram, id.end, header.end, 2)
  const flags = readTlv(datagram, size.end, header.end, 4)
  const security = readTlv(datagram, header.end, message.end, 4)
  const parameters = readTlv(datagram, security.start, security.end, 0x30)
  const engineId = readTlv(datagram, parameters.start, parameters.end, 4)
  const boots = readTlv(datagram, engineId.end, parameters.end, 2)
  const time = readTlv(datagram, boots.end, parameters.end, 2)
  const user = readTlv(datagram, time.end, parameters.end, 4)
  const auth = readTlv(datagram, user.end, parameters.end, 4)
  const salt = readTlv(datagram, auth.end, parameters.end, 4)
  const bits = datagram[flags.start] ?? 0
  return {
    id: readInteger(datagram, id),
    maxSize: readInteger(datagram, size),
    level: { auth: (bits & 1) !== 0, priv: (bits & 2) !== 0 },
    reportable: (bits & 4) !== 0,
    engineId: slice(datagram, engineId),
    boots: readInteger(datagram, boots),
    time: readInteger(datagram, time),
    user: datagram.toString('utf8', user.start, user.end),
    auth: slice(datagram, auth),
    salt: slice(datagram, salt),
    scoped: readTlv(datagram, security.end, message.end),
  }
}
export type V3Message = ReturnType<typeof readMessage>

/**
 * The request-id of a message that is not encrypted. net-snmp expects it in the report with the engine id.
 */
export function plainRequestId(datagram: Buffer, scoped: V3Message['scoped']): Buffer | undefined {
  if (scoped.tag !== 0x30) return undefined
  const engineId = readTlv(datagram, scoped.start, scoped.end, 4)
  const name = readTlv(datagram, engineId.end, scoped.end, 4)
  return readPdu(datagram, name.end, scoped.end).id
}

/** What a message says around its scoped PDU. */
export interface V3Header {
  id: number
  level: Level
  engineId: Buffer
  boots: number
  time: number
  user: string
  /** Octets that are left free for the digest. */
  digestSize: number
  salt: Buffer
}

/** A message around `scoped`: the TLV of a scoped PDU, or of an encrypted one. */
export const encodeMessage = (header: V3Header, scoped: Buffer): Buffer =>
  tlv(
    0x30,
    integer(3),
    tlv(
      0x30,
      integer(header.id),
      integer(65507),
      tlv(4, Buffer.from([(header.level.auth ? 1 : 0) | (header.level.priv ? 2 : 0)])),
      integer(3),
    ),
    tlv(
      4,
      tlv(
        0x30,
        tlv(4, header.engineId),
        integer(header.boots),
        integer(header.time),
        tlv(4, Buffer.from(header.user)),
        tlv(4, Buffer.alloc(header.digestSize)),
        tlv(4, header.salt),
      ),
    ),
    scoped,
  )
