import type { Family, Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  entitySensors,
  fdbTable,
  hostResources,
  ifControl,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'

/** What all of these do by the standard MIBs. The bind key is ifIndex. */
export const layers = (): Implementation[] => [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
  ...bgp4(),
  sfpDiagnostics(),
]

/** OfficeConnect, Instant On, ArubaOS and 3Com: nothing but the standard MIBs. */
export const standard: Family = {
  id: 'standard',
  modules: [
    systemInfo({ vendor: 'HPE' }),
    hostResources(),
    ...entitySensors(),
    entityInventory(),
    ...layers(),
    ...ifControl(),
  ],
}
