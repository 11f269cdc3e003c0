import type { OltProduct } from '../../console/olt-session.ts'
import type { Technology, Uplink } from '../../olt/hardware.ts'
import { onuInterfaces } from '../../olt/onu-interfaces.ts'
import { eponConsole, gponConsole } from './console/index.ts'
import { eponTables } from './mibs/epon.ts'
import { gponTables, rejectedOnus } from './mibs/gpon.ts'
import { profileTables } from './mibs/profiles.ts'
import { ponOptics } from './mibs/pon-optics.ts'
import { chassis, saving } from './mibs/system.ts'
import { onuNames, ponName } from './names.ts'
import { bdcomNode } from './node.ts'
import { running } from './running.ts'
import { drawServices } from './services.ts'

const uplink = (ifIndex: number, port: number, ifName: string, speedMbps: number): Uplink => ({
  slot: 0,
  port,
  speedMbps,
  ifIndex,
  bridgePort: ifIndex,
  ifName,
  ifDescr: ifName,
})
const uplinks = [
  uplink(1, 1, 'GigaEthernet0/1', 1000),
  uplink(2, 2, 'GigaEthernet0/2', 1000),
  uplink(3, 3, 'TGigaEthernet0/1', 10_000),
]
/** ifIndex of the PON port 1. Its ifType is other(1). */
const firstPon = 8
const pons =
  (technology: Technology): OltProduct['pon'] =>
  (_card, number) => {
    const name = ponName({ technology, number })
    return { ifIndex: firstPon + number - 1, ifName: name, ifDescr: name, ifType: 1 }
  }
const oui = [0x98, 0x45, 0x62] as const

/** P3310C, an EPON OLT of four ports. */
export const p3310c: OltProduct = {
  sysDescr: 'BDCOM(tm) P3310C Software, Version 10.1.0F Build 66461\nCopyright by Shanghai Baud',
  sysObjectId: `${bdcomNode}.1.294.0`,
  oui,
  cards: [
    {
      slot: 0,
      type: 'P3310C',
      ports: 4,
      pon: 'epon',
      hardware: 'V2.0',
      firmware: '10.1.0F',
      cpu: 14,
      memory: 41,
    },
  ],
  pon: pons('epon'),
  uplinks,
  numbers: { first: 1, max: 64 },
  subtrees: olt => [
    chassis(olt),
    ponOptics(olt.pons, olt.seed, `${bdcomNode}.101.107.1`, { temp: 6, voltage: 7, bias: 8, tx: 3 }),
    saving(() => olt.control),
  ],
  draw: drawServices,
  running,
  console: eponConsole,
  tables: olt => [...onuInterfaces(olt, onuNames), ...eponTables(olt)],
}

/** GP3600-08, a GPON OLT of eight ports. */
export const gp3600: OltProduct = {
  sysDescr: 'BDCOM(tm) GP3600-08 Software, Version 10.1.0E Build 73000\nCopyright by Shanghai Baud',
  sysObjectId: `${bdcomNode}.1.377.0`,
  oui,
  cards: [
    {
      slot: 0,
      type: 'GP3600-08',
      ports: 8,
      pon: 'gpon',
      hardware: 'V1.0',
      firmware: '10.1.0E',
      cpu: 11,
      memory: 26,
    },
  ],
  pon: pons('gpon'),
  uplinks,
  subtrees: olt => [
    chassis(olt),
    ponOptics(olt.pons, olt.seed, `${bdcomNode}.10.2.2.1`, { temp: 2, voltage: 3, bias: 4, tx: 5 }),
    rejectedOnus(olt),
    profileTables,
    saving(() => olt.control),
  ],
  draw: drawServices,
  running,
  console: gponConsole,
  tables: olt => [...onuInterfaces(olt, onuNames), ...gponTables(olt)],
}
