import type { SnmpAccess } from '@linecard/plugin-kit'
import { Malformed, Writer } from './ber.ts'
import type { Exchange } from './exchange.ts'
import type { Patience } from './patience.ts'
import { type Answer, PduType, type Request, readPdu, writePdu } from './pdu.ts'

/** Asks the device and gives its answer, in any SNMP version. Throws `Silent`, or a DeviceError. */
export type Ask = (request: Request, patience: Patience) => Promise<Answer>

/** SNMPv1 (RFC 1157) and v2c (RFC 1901). A SET uses the write community. */
export function communityAsk(exchange: Exchange, access: SnmpAccess): Ask {
  const version = access.version === '1' ? 0 : 1
  const read = Buffer.from(access.community)
  const write = Buffer.from(access.writeCommunity)
  return (request, patience) => {
    const { type, context } = request
    const community = type === PduType.Set ? write : read
    return exchange(
      id => {
        const writer = new Writer()
        writePdu(writer, request, id)
        return writer
          .octets(context ? Buffer.concat([community, Buffer.from(context.suffix)]) : community)
          .integer(version)
          .wrap(0x30, 0)
          .take()
      },
      ({ version: answered, reader }) => {
        if (answered !== version) throw new Malformed('answer in another SNMP version')
        reader.expect(0x04)
        const answer = readPdu(reader)
        exchange.stats.varbinds += answer.varbinds.length
        return answer
      },
      patience,
    )
  }
}
