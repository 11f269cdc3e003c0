import type { Implementation } from '@linecard/driver-kit'
import { fdbTable, ifTable, ipMib, lldp, qBridgeVlans, rmonStats } from '@linecard/driver-kit/builders'
import type { Params } from '../params.ts'
import { portLinks } from '../ports/link-info.ts'

/**
 * What all series do by the standard MIBs. The bind key is ifIndex: these switches have fixed ports and do
 * not renumber.
 */
export const standard: readonly Implementation<Params>[] = [
  ...ifTable(),
  portLinks(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
]
