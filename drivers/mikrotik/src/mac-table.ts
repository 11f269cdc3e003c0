import { filterFdb, readBridgeFdb, readQBridgeFdb, type FdbRow } from '@linecard/driver-kit/builders'
import { implement, type Implementation, type Session } from '@linecard/driver-kit'
import { fdb } from '@linecard/driver-kit/modules'

const dot1dTpFdbPort = '1.3.6.1.2.1.17.4.3.1.2'

/** Whether the rows put the MACs that both tables have on the same ports; false without such a MAC. */
function agrees(rows: readonly FdbRow[], ports: ReadonlyMap<string, number | undefined>): boolean {
  const both = rows.filter(({ mac_address }) => ports.get(mac_address) !== undefined)
  return both.length > 0 && both.every(row => row.interface?.id === ports.get(row.mac_address))
}

/**
 * Rows that only BRIDGE-MIB has. Its port is an ifIndex in some firmwares and a bridge port in others: the
 * MACs that both tables have show which. If they do not, the port is unknown.
 */
async function onlyInBridgeMib(session: Session, known: readonly FdbRow[]): Promise<FdbRow[]> {
  const ports = new Map(known.map(row => [row.mac_address, row.interface?.id]))
  const only = (rows: readonly FdbRow[]) => rows.filter(row => !ports.has(row.mac_address))
  const byIfIndex = await readBridgeFdb(session, { offset: 0 })
  if (only(byIfIndex).length === 0 || agrees(byIfIndex, ports)) return only(byIfIndex)
  const byBridgePort = await readBridgeFdb(session)
  if (agrees(byBridgePort, ports)) return only(byBridgePort)
  const rows = only(byIfIndex)
  session.report({ what: dot1dTpFdbPort, reason: 'unknown_value', cells: rows.length })
  return rows.map(row => ({ ...row, interface: null }))
}

/**
 * RouterOS 7 has the FDB in Q-BRIDGE-MIB by bridge port. RouterOS 6 has it in BRIDGE-MIB, with ifIndex in
 * place of the bridge port. An agent may have both, and each holds MACs that the other does not.
 */
export const macTable = (): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = await readQBridgeFdb(session)
    const more =
      rows.length > 0 ? await onlyInBridgeMib(session, rows) : await readBridgeFdb(session, { offset: 0 })
    return filterFdb(session, [...rows, ...more], args)
  })
