import type { Implementation } from '@linecard/driver-kit'
import { fdbTable, ifTable, ipMib, lldp, qBridgeVlans, rmonStats } from '@linecard/driver-kit/builders'
import type { Params } from '../params.ts'
import { portLinks } from '../ports/link-info.ts'

/**
 * Modules of all series that read standard MIBs. The bind key is ifIndex: the ports are fixed, and the
 * switches do not renumber them.
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
