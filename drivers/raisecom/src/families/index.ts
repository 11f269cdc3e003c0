import { defineFamily, text, type Implementation } from '@linecard/driver-kit'
import {
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { changes } from '../changes.ts'
import { profile } from '../cli.ts'
import { snooping } from '../snooping.ts'
import { optics, raisecom, resources, temperature, transceivers } from '../tables.ts'
import { memberIfIndexes } from '../vlan-ports.ts'

const vendor = 'Raisecom'
const standard: readonly Implementation[] = [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans({ memberIfIndexes }),
  fdbTable(),
  lldp(),
  ...ipMib(),
  sfpDiagnostics(),
  temperature(),
]

/** ISCOM: RAISECOM-SYSTEM-MIB and the other Raisecom MIBs below `8886.1`. */
export const iscom = defineFamily({
  id: 'iscom',
  cli: profile,
  // Old ROS sends the rows of some tables in no order.
  snmp: { unordered: true },
  modules: [
    systemInfo({ vendor }),
    resources({
      load: `${raisecom}.1.1.1.5.1.1.1`,
      memory: { total: `${raisecom}.1.1.3.1.0`, free: `${raisecom}.1.1.3.2.0` },
    }),
    optics(`${raisecom}.1.18.2.2.1.1`),
    transceivers(`${raisecom}.1.18.2.1.1.1`),
    snooping(),
    ...standard,
    ...changes(),
  ],
})

/** RAX: the same objects below `8886.60`, memory in kilobytes. */
export const rax = defineFamily({
  id: 'rax',
  cli: profile,
  modules: [
    systemInfo({
      vendor,
      facts: {
        board_software_ver: text(`${raisecom}.60.131.1.1.1.0`),
        serial_num: text(`${raisecom}.60.131.1.1.4.0`),
      },
    }),
    resources({
      load: `${raisecom}.60.1.1.1.2.1.1.1`,
      memory: { total: `${raisecom}.60.1.3.1.1.1.0`, free: `${raisecom}.60.1.3.1.1.2.0`, unit: 1024 },
    }),
    optics(`${raisecom}.60.18.1.2.2.1.1`),
    transceivers(`${raisecom}.60.18.1.2.1.1.1`),
    ...standard,
    ...changes(),
  ],
})
