import { defineFamily, integer, pick, text } from '@linecard/driver-kit'
import {
  ifTable,
  ipMib,
  opticalTable,
  ownResources,
  qBridgeVlans,
  rmonStats,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { pvid } from '@linecard/driver-kit/modules'
import { changes } from '../changes.ts'
import { jetstreamCli } from '../cli.ts'
import { tplinkFdb, tplinkPvids, tplinkVlans } from '../layer2.ts'
import { tplinkLldp } from '../lldp.ts'
import { optics, own } from '../tables.ts'

const [cpu, memory] = [`${own}.4.1.1.1.1`, `${own}.4.1.2.1.1`]
const standardVlans = qBridgeVlans()

/**
 * All switches. If an older switch does not have a TP-Link table, the standard table is read. The bind key
 * is ifIndex.
 */
export const switches = defineFamily({
  id: 'switch',
  cli: jetstreamCli,
  modules: [
    // TPLINK-SYSINFO-MIB and TPLINK-SYSMONITOR-MIB.
    systemInfo({
      vendor: 'TP-Link',
      noEntity: true,
      facts: {
        serial_num: text(`${own}.1.1.8.0`),
        board_software_ver: text(`${own}.1.1.6.0`),
        board_hardware_ver: text(`${own}.1.1.5.0`),
      },
    }),
    ownResources({
      cpu: { sec5: integer(`${cpu}.2`), min1: integer(`${cpu}.3`), min5: integer(`${cpu}.4`) },
      memory: { util: integer(`${memory}.2`) },
    }),
    opticalTable(optics),
    // VLAN interfaces have the ifType of Ethernet.
    ...ifTable({ shape: (_, { name }) => (/^Vlan-interface/i.test(name) ? { type: 'VLAN' } : {}) }),
    rmonStats(),
    ...standardVlans,
    tplinkVlans(),
    tplinkPvids(pick(standardVlans, pvid)),
    tplinkFdb(),
    tplinkLldp(),
    ...ipMib(),
    ...changes(),
  ],
})
