import type { OltProduct } from '../../console/olt-session.ts'
import type { Uplink } from '../../olt/hardware.ts'
import { consoleEpon, consoleV3 } from './console/index.ts'
import { portIndex } from './indexes.ts'
import { eponTables, stateMap, waiting } from './mibs/epon.ts'
import { gponTables } from './mibs/gpon.ts'
import { profileTables, servicePortTable } from './mibs/profiles.ts'
import { system, transceivers } from './mibs/system.ts'
import { nscrtv } from './node.ts'
import { running } from './running.ts'
import { drawServices } from './services.ts'
import type { OnuType } from '../../olt/onu-types.ts'

/** ONUs that are drawn for C-Data OLTs. */
const cdataTypes: readonly OnuType[] = [
  { name: 'FD511G-X', vendor: 'CDTC', ethernet: 1, hardware: 'V3.0', software: ['V2.8.0', 'V2.7.4'] },
  { name: 'FD514GD', vendor: 'CDTC', ethernet: 4, hardware: 'V2.1', software: ['V3.1.2', 'V3.0.0'] },
  {
    name: 'HG8310M',
    vendor: 'HWTC',
    ethernet: 1,
    hardware: '1A67.A',
    software: ['V3R017C10S125', 'V3R015C10'],
  },
]

const oui = [0x80, 0x14, 0xa8] as const

const uplinkV3 = (kind: 'ge' | 'xge', port: number): Uplink => ({
  slot: 0,
  port,
  speedMbps: kind === 'ge' ? 1000 : 10_000,
  ifIndex: portIndex(kind, port),
  bridgePort: portIndex(kind, port),
  ifName: `${kind} 0/0/${port}`,
  ifDescr: `${kind} 0/0/${port}`,
})

/** FD1608S with firmware 3: eight GPON ports. */
export const fd1608: OltProduct = {
  sysDescr: 'C-Data System Software Device Model: FD1608S-B1-AB0',
  sysObjectId: nscrtv,
  oui,
  cards: [
    {
      slot: 0,
      type: 'FD1608S',
      ports: 8,
      pon: 'gpon',
      hardware: 'V1.0',
      firmware: 'V3.3.86',
      cpu: 9,
      memory: 31,
    },
  ],
  pon: (_, port) => {
    const word = `gpon 0/0/${port}`
    return { ifIndex: portIndex('gpon', port), ifName: word, ifDescr: word, ifType: 1 }
  },
  uplinks: [...[1, 2, 3, 4].map(port => uplinkV3('ge', port)), uplinkV3('xge', 1), uplinkV3('xge', 2)],
  types: cdataTypes,
  lacks: ['bridge', 'vlans'],
  subtrees: olt => [
    system(olt, 'FD1608S-B1-AB0', 1),
    transceivers(olt),
    profileTables('gpon'),
    servicePortTable(olt),
  ],
  tables: gponTables,
  draw: drawServices,
  running,
  console: consoleV3,
}

const kinds = [...Array<string>(8).fill('ge'), ...Array<string>(4).fill('xge')]
/** FD1208S: eight EPON ports behind twelve uplinks. */
export const fd1208: OltProduct = {
  sysDescr: 'EasyPath Ethernet-PON',
  sysObjectId: nscrtv,
  oui,
  cards: [
    {
      slot: 0,
      type: 'FD1208S',
      ports: 8,
      pon: 'epon',
      hardware: 'V1.0',
      firmware: 'V1.6.0',
      cpu: 12,
      memory: 40,
    },
  ],
  pon: (_, port) => ({
    ifIndex: kinds.length + port,
    ifName: `pon0/0/${port}`,
    ifDescr: `pon0/0/${port}`,
    ifType: 1,
  }),
  uplinks: kinds.map((kind, at) => {
    const port = kinds.slice(0, at + 1).filter(one => one === kind).length
    const word = `${kind}0/0/${port}`
    return {
      slot: 0,
      port,
      speedMbps: kind === 'ge' ? 1000 : 10_000,
      ifIndex: at + 1,
      bridgePort: at + 1,
      ifName: word,
      ifDescr: word,
    }
  }),
  numbers: { first: 1, max: 64 },
  types: cdataTypes,
  lacks: ['bridge', 'vlans'],
  subtrees: olt => [system(olt, 'FD1208S-B0', 10), stateMap(olt), waiting(olt), profileTables('epon')],
  tables: eponTables,
  draw: drawServices,
  running,
  console: consoleEpon,
}
