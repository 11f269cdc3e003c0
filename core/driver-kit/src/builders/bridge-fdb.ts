import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { macAtEnd } from '../codecs/index.ts'
import { oidParts } from '../oid.ts'
import { fdb } from '../modules/index.ts'
import { flatMapInSlices } from '../slices.ts'
import { enumeration, interfaceIndex, readTable, readWhole, table } from '../table/index.ts'
import { readBridgePorts, type BridgePortOptions } from './bridge-ports.ts'
import { credibleFdb } from '../table/credible-fdb.ts'
import { fdbRow, fdbStatusWords, filterFdb, reportPortless, type FdbRow } from './fdb-rows.ts'

/** dot1dTpFdbTable (BRIDGE-MIB, RFC 4188); the index is the MAC address. */
const dot1dTpFdb = table({
  port: interfaceIndex('1.3.6.1.2.1.17.4.3.1.2'),
  status: enumeration('1.3.6.1.2.1.17.4.3.1.3', fdbStatusWords),
})

/** Bridge ports of MAC addresses, for agents whose table with VLANs has none. */
export async function bridgePortsOfMacs(session: Session): Promise<ReadonlyMap<string, number | null>> {
  const rows = await readTable(session, dot1dTpFdb, { only: ['port'] })
  return new Map([...rows].map(([index, { port }]) => [macAtEnd(oidParts(index)) ?? '', port]))
}

/** MAC table without VLANs: `vlan_id` is null in every row. */
export async function readBridgeFdb(session: Session, options: BridgePortOptions = {}): Promise<FdbRow[]> {
  const { rows, lost } = await readWhole(session, dot1dTpFdb)
  if (rows.size === 0) return []
  const ports = await readBridgePorts(session, options)
  let untold = 0
  const found = await flatMapInSlices(rows, ([index, { port, status }]) => {
    const mac = macAtEnd(oidParts(index))
    if (mac === null) {
      untold++
      return []
    }
    const one = port === null ? undefined : ports(port)
    // 0 is no port. A column without any value is no answer either.
    if (port === null ? !lost.has('port') : port !== 0 && !one) untold++
    return [fdbRow(mac, null, one, status)]
  })
  reportPortless(session, dot1dTpFdb.port.oid, untold)
  return credibleFdb(session, dot1dTpFdb.port.oid, found)
}

/** `fdb` from BRIDGE-MIB, for agents without Q-BRIDGE-MIB. */
export const bridgeFdb = (options: BridgePortOptions = {}): Implementation =>
  implement(fdb, async (session, args) => filterFdb(session, await readBridgeFdb(session, options), args), {
    source: 'BRIDGE-MIB',
  })
