import type { Family, Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  entitySensors,
  fastPath,
  fdbTable,
  hostResources,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { changes } from './changes.ts'
import { edgeOsCli, edgeSwitchCli } from './cli.ts'
import { broadcom } from './models.ts'

const vendor = 'Ubiquiti'
const standard: readonly Implementation[] = [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
]

export const families: readonly Family[] = [
  {
    id: 'edge-switch',
    cli: edgeSwitchCli,
    modules: [systemInfo({ vendor }), ...fastPath(`${broadcom}.1.1`), ...standard, ...changes()],
  },
  /** Net-SNMP on Linux. */
  {
    id: 'linux',
    cli: edgeOsCli,
    modules: [
      systemInfo({ vendor }),
      hostResources(),
      ...entitySensors().filter(({ module }) => module.name === 'sys_temp'),
      ...standard,
      ...bgp4(),
    ],
  },
]
