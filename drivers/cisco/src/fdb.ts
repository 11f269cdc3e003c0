import { fdb, filterFdb, implement, readBridgeFdb, readQBridgeFdb, readTable, type Implementation } from '@linecard/driver-kit'
import { vtpVlans } from './tables.ts'

const dot1dTpFdb = '1.3.6.1.2.1.17.4.3.1'

/**
 * fdb from Q-BRIDGE-MIB, which few of these agents have, else from BRIDGE-MIB. That holds one VLAN in each SNMP context, VLAN 1 in the one that is
 * read here; the answer says that the others are missing.
 */
export const contextFdb = (): Implementation => implement(fdb, async (session, args) => {
  const tagged = await readQBridgeFdb(session)
  if (tagged.length > 0) return filterFdb(session, tagged, args)
  const others = [...await readTable(session, vtpVlans, { only: ['type'] })].filter(([index, { type }]) => type === 1 && !index.endsWith('.1'))
  if (others.length > 0) session.report({ what: dot1dTpFdb, reason: 'rejected', cells: others.length })
  return filterFdb(session, (await readBridgeFdb(session)).map(row => ({ ...row, vlan_id: 1 })), args)
})
