import type { Uplink } from '../../olt/hardware.ts'
import { onuInterfaces } from '../../olt/onu-interfaces.ts'
import type { OltProduct } from '../../console/olt-session.ts'
import { eponConsole, gponConsole } from './console/index.ts'
import { eponRegisters, eponTables, macPieces } from './mibs/epon.ts'
import { gponRegisters, gponTables } from './mibs/gpon.ts'
import { system, transceivers } from './mibs/system.ts'
import { onuInterface } from './names.ts'
import { switching } from './node.ts'
import { drawServices, running } from './running.ts'

const uplink = (port: number): Uplink => ({
  slot: 0,
  port,
  speedMbps: 1000,
  ifIndex: port,
  bridgePort: port,
  ifName: `GE0/${port}`,
  ifDescr: `GE0/${port}`,
})
const uplinks = [1, 2, 3, 4].map(uplink)
const common = { sysObjectId: `${switching}.14.1`, oui: [0x14, 0xd4, 0xae], uplinks } as const

/** V1600G1B, GPON. Its firmware has no MAC addresses in SNMP. */
export const v1600g1b: OltProduct = {
  ...common,
  sysDescr: 'V1600G',
  cards: [
    {
      slot: 0,
      type: 'V1600G1B',
      ports: 8,
      pon: 'gpon',
      hardware: 'V2.1',
      firmware: 'V2.1.16R',
      cpu: 17,
      memory: 42,
    },
  ],
  pon: (_card, port) => ({
    ifIndex: 16 + port,
    ifName: `GPON0/${port}`,
    ifDescr: `GPON0/${port}`,
    ifType: 1,
  }),
  lacks: ['bridge', 'vlans', 'lldp'],
  subtrees: olt => [system(olt), transceivers(olt), ...gponRegisters(olt)],
  tables: olt => [...gponTables(olt), ...onuInterfaces(olt, onuInterface)],
  draw: drawServices,
  running,
  console: gponConsole,
}

/** V1600D8, EPON. */
export const v1600d8: OltProduct = {
  ...common,
  sysDescr: 'V1600D',
  cards: [
    {
      slot: 0,
      type: 'V1600D8',
      ports: 8,
      pon: 'epon',
      hardware: 'V1.1.2',
      firmware: 'V2.04R',
      cpu: 17,
      memory: 42,
    },
  ],
  pon: (_card, port) => ({
    ifIndex: 16 + port,
    ifName: `EPON0/${port}`,
    ifDescr: `EPON0/${port}`,
    ifType: 1,
  }),
  numbers: { first: 1, max: 64 },
  lacks: ['bridge', 'vlans', 'lldp'],
  subtrees: olt => [system(olt), transceivers(olt), macPieces(olt), ...eponRegisters(olt)],
  tables: olt => [...eponTables(olt), ...onuInterfaces(olt, onuInterface)],
  draw: drawServices,
  running,
  console: eponConsole,
}
