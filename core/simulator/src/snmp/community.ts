import { answerPdu } from './agent.ts'
import { integer, readInteger, readTlv, tlv } from './ber.ts'
import { type Answer, type Request, encodePdu, readPdu } from './pdu.ts'

/**
 * Answers a PDU for a context: the contextName of SNMPv3, or the suffix of the community with its `@`. '' is
 * the default context. Undefined if there is no such context.
 */
export type AnswerPdu = (
  request: Request,
  limits: Omit<Parameters<typeof answerPdu>[2], 'creatable' | 'maxRepetitions'>,
  context: string,
) => Answer | Buffer | undefined

/** Upper limit of the octets around the varbinds, without community and security parameters. */
export const overhead = 48

/** Answers a v1 or v2c datagram. Undefined if an agent does not answer: wrong community, unknown PDU. */
export function answerCommunity(
  datagram: Buffer,
  communities: { read: string; write: string },
  maxSize: number,
  answer: AnswerPdu,
): Buffer | undefined {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readTlv(datagram, message.start, message.end, 2)
  const name = readTlv(datagram, version.end, message.end, 4)
  const community = datagram.toString('latin1', name.start, name.end)
  // `public@301` is the context of VLAN 301.
  const at = community.lastIndexOf('@')
  const whole = community === communities.read || community === communities.write || at < 0
  const [plain, context] = whole ? [community, ''] : [community.slice(0, at), community.slice(at)]
  if (plain !== communities.read && plain !== communities.write) return undefined
  const request = readPdu(datagram, name.end, message.end)
  const reply = answer(
    request,
    {
      version: readInteger(datagram, version) === 0 ? 0 : 1,
      write: plain === communities.write,
      room: maxSize - overhead - community.length,
    },
    context,
  )
  if (!reply || Buffer.isBuffer(reply)) return reply
  return tlv(
    0x30,
    integer(readInteger(datagram, version)),
    datagram.subarray(name.at, name.end),
    encodePdu(reply),
  )
}
