import { createOlt } from '@linecard/simulator'
import { encodeObject } from '../../../core/simulator/src/snmp/mib.ts'
import { isUnder, oidKey } from '../../../core/simulator/src/snmp/oid.ts'
import { oltOptions } from './options.ts'

/** Phase, admin state and reason; light at the OLT; name and description. */
export const columnsOf = (): string[] =>
  [
    '500.10.2.3.8.1.4',
    '500.10.2.3.8.1.1',
    '500.10.2.3.8.1.7',
    '500.1.2.4.2.1.2',
    '500.10.2.3.3.1.2',
    '500.10.2.3.3.1.3',
  ].map(column => `1.3.6.1.4.1.3902.1082.${column}`)

/** The largest payload of UDP that Ethernet does not fragment, and what an answer has besides its varbinds. */
const [datagram, envelope] = [1472, 45]

/** The fewest answers that can carry all varbinds of these columns. */
export function minimumOf(ip: string, onusPerPort: number): { octets: number; requests: number } {
  const view = createOlt({ ...oltOptions(onusPerPort), ip }).mib.view()
  let octets = 0
  for (const prefix of columnsOf().map(oidKey))
    for (let one = view.next(prefix); one && isUnder(one.key, prefix); one = view.next(one.key))
      octets += encodeObject(one).length
  return { octets, requests: Math.ceil(octets / (datagram - envelope)) }
}
