import { enumeration, interfaceIndex, oidParts, readTable, table, type Session } from '@linecard/driver-kit'
import { fdbRow, fdbStatusWords, reportPortless, type FdbRow } from '@linecard/driver-kit/builders'
import { macAtEnd } from '@linecard/driver-kit/codecs'
import { interfacesList } from '@linecard/driver-kit/modules'

/** dot1qTpFdbTable (Q-BRIDGE-MIB, RFC 4363). Index: VLAN id and MAC address. */
const dot1qTpFdb = table({
  port: interfaceIndex('1.3.6.1.2.1.17.7.1.2.2.1.2'),
  status: enumeration('1.3.6.1.2.1.17.7.1.2.2.1.3', fdbStatusWords),
})

/**
 * MAC addresses of the uplinks. C320 with firmware 2.1 gives an ifIndex in place of the bridge port. Some
 * devices with that firmware do not have the table (`.17` answers noSuchObject). This is reported, because no
 * OLT works without any MAC address.
 */
export async function uplinkMacs(session: Session): Promise<FdbRow[]> {
  const rows = await readTable(session, dot1qTpFdb)
  if (rows.size === 0) session.report({ what: 'dot1qTpFdbTable', reason: 'rejected', rows: 0 })
  const ports = new Map((await session.call(interfacesList, { root: true })).map(one => [one.if_index, one]))
  let lost = 0
  const found = [...rows].flatMap(([index, { port, status }]) => {
    const parts = oidParts(index)
    const mac = macAtEnd(parts, 1)
    const one = port === null ? undefined : ports.get(port)
    if (mac === null || (port && !one)) lost++
    return mac === null ? [] : [fdbRow(mac, parts[0]!, one, status)]
  })
  reportPortless(session, dot1qTpFdb.port.oid, lost)
  return found.filter(({ status }) => status !== 'INVALID')
}
