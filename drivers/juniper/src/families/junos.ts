import { defineFamily, map, text } from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { fdbIds, memberPorts, vlansOrNames } from '../bridge.ts'
import { resources, temperatures } from '../chassis.ts'
import { changes } from '../changes.ts'
import { junosCli } from '../cli.ts'
import { unitsOfPorts } from '../interfaces.ts'
import { mayHold, optics, placeIn } from '../optics.ts'
import { serialNumber } from '../tables.ts'
import { junosConsole, junosIdentity } from '../console.ts'

/**
 * sysDescr: `Juniper Networks, Inc. qfx5100-48s-6q Ethernet Switch, kernel JUNOS 14.1X53-D40.8, Build date:
 * …`.
 */
const board_software_ver = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /\bJUNOS ([^\s,]+)/.exec(descr)?.[1] ?? null,
)

export const junos = defineFamily({
  id: 'junos',
  cli: junosCli,
  console: junosConsole,
  identity: junosIdentity,
  modules: [
    systemInfo({ vendor: 'Juniper', facts: { serial_num: serialNumber, board_software_ver } }),
    ...ifTable(),
    unitsOfPorts(),
    rmonStats(),
    ...qBridgeVlans({ memberPorts }),
    vlansOrNames(),
    fdbTable({ fdbIds }),
    lldp(),
    ...ipMib(),
    ...bgp4(),
    resources(),
    temperatures(),
    optics(),
    entityInventory({ placeIn, mayHold }),
    sfpDiagnostics(),
    ...changes(),
  ],
})
