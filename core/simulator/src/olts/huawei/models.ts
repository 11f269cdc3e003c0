import type { Card, Uplink } from '../../olt/hardware.ts'
import type { OnuType } from '../../olt/onu-types.ts'
import type { OltProduct } from '../../console/olt-session.ts'
import { smartAxConsole } from './console/index.ts'
import { drawServices, runningText } from './console/running.ts'
import { eponIndex, ethernetIndex, gponIndex } from './indexes.ts'
import { autofind } from './mibs/autofind.ts'
import { boards } from './mibs/boards.ts'
import { eponAutofind, eponTables } from './mibs/epon-onus.ts'
import { onuTables } from './mibs/onus.ts'
import { ponPorts } from './mibs/pon-ports.ts'
import { profileNames } from './mibs/profiles.ts'
import { huaweiNode } from './node.ts'

const board: Pick<Card, 'hardware' | 'firmware'> = { hardware: 'VER.B', firmware: 'V100R019C11' }
const uplink = (port: number): Uplink => ({
  slot: 9,
  port,
  speedMbps: 10_000,
  ifIndex: ethernetIndex(9, port),
  bridgePort: 9 * 64 + port + 1,
  ifName: `ethernet0/9/${port}`,
  ifDescr: 'Huawei-MA5800-V100R019-ETHERNET',
})

const types: readonly OnuType[] = [
  {
    name: 'EG8145V5',
    vendor: 'HWTC',
    ethernet: 4,
    hardware: '16ED.A',
    software: ['V5R019C00S065', 'V5R019C00S050'],
  },
  {
    name: 'HG8310M',
    vendor: 'HWTC',
    ethernet: 1,
    hardware: '1A67.A',
    software: ['V3R017C10S125', 'V3R015C10S106'],
  },
  {
    name: 'EG8010H',
    vendor: 'HWTC',
    ethernet: 1,
    hardware: '165D.A',
    software: ['V5R019C00S105', 'V5R019C00S050'],
  },
]

/** MA5800-X7 with two GPON boards. */
export const ma5800: OltProduct = {
  sysDescr: 'Huawei Integrated Access Software',
  sysObjectId: `${huaweiNode}.2.321`,
  oui: [0x04, 0xf9, 0x38],
  cards: [
    { ...board, slot: 1, type: 'H901GPHF', ports: 16, pon: 'gpon', cpu: 9, memory: 24 },
    { ...board, slot: 2, type: 'H901GPHF', ports: 16, pon: 'gpon', cpu: 8, memory: 24 },
    { ...board, slot: 9, type: 'H901MPLA', ports: 4, cpu: 14, memory: 47 },
  ],
  pon: ({ slot }, port) => ({
    ifIndex: gponIndex(slot, port - 1),
    ifName: `GPON 0/${slot}/${port - 1}`,
    ifDescr: 'Huawei-MA5800-V100R019-GPON_UNI',
  }),
  uplinks: [0, 1, 2, 3].map(uplink),
  numbers: { first: 0, max: 128 },
  types,
  subtrees: olt => [boards(olt), ponPorts(olt), autofind(olt), profileNames()],
  tables: olt => onuTables(olt),
  console: smartAxConsole,
  draw: drawServices,
  running: olt => runningText(olt) ?? '',
}

const oldBoard: Pick<Card, 'hardware' | 'firmware'> = { hardware: 'VER.A', firmware: 'V800R018C10' }

/** MA5680T with an EPON board. */
export const ma5680tEpon: OltProduct = {
  ...ma5800,
  sysObjectId: `${huaweiNode}.2.115`,
  cards: [
    { ...oldBoard, slot: 2, type: 'H808EPSD', ports: 8, pon: 'epon', cpu: 12, memory: 31 },
    { ...oldBoard, slot: 9, type: 'H801SCUN', ports: 4, cpu: 17, memory: 52 },
  ],
  pon: ({ slot }, port) => ({
    ifIndex: eponIndex(slot, port - 1),
    ifName: `EPON 0/${slot}/${port - 1}`,
    ifDescr: 'Huawei-MA5600-V800R018-EPON_UNI',
  }),
  numbers: { first: 0, max: 64 },
  subtrees: olt => [boards(olt), eponAutofind(olt)],
  tables: olt => eponTables(olt),
}
