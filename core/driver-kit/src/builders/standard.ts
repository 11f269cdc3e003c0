import type { Implementation } from '../contract/implementation.ts'
import { bgp4 } from './bgp4.ts'
import { entityInventory, sfpDiagnostics } from './entity-inventory.ts'
import { entitySensors } from './entity-sensors.ts'
import { hostResources } from './host-resources.ts'
import { ifTable, type IfTableOptions } from './if-table.ts'
import { ipMib } from './ip-mib.ts'
import { lldp } from './lldp.ts'
import { cdp, fdp, withNeighbours, type NeighbourTable } from './neighbours.ts'
import { fdbTable } from './q-bridge-fdb.ts'
import { qBridgeVlans } from './q-bridge-vlans.ts'
import { rmonStats } from './rmon-stats.ts'
import { systemInfo, type SystemOptions } from './system-info.ts'

/**
 * The standard MIBs of a switch: interfaces, counters, VLANs, FDB, neighbours and addresses. Agents of many
 * vendors also have the tables of CDP or FDP; `others` are those of this one.
 */
export const switchMibs = (
  interfaces: IfTableOptions = {},
  others: readonly NeighbourTable[] = [cdp, fdp],
): Implementation[] => [
  ...ifTable(interfaces),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  withNeighbours(lldp(), others),
  ...ipMib(),
]

/**
 * Every builder of the standard MIBs without a deviation: for a family without known vendor objects. Facts
 * that the device does not have are an empty list or null.
 */
export const standardMibs = (system: SystemOptions = {}): Implementation[] => [
  systemInfo(system),
  hostResources(),
  ...entitySensors(),
  entityInventory(),
  sfpDiagnostics(),
  ...switchMibs(),
  ...bgp4(),
]
