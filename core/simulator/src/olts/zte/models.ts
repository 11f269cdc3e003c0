import type { Card, Uplink } from '../../olt/hardware.ts'
import type { OltProduct } from '../../console/olt-session.ts'
import { consoleC300, consoleC600, consoleFw12 } from './console/index.ts'
import { type ZteWriting, writingC300, writingC600, writingFw12 } from './console/names.ts'
import { byIfIndex, gponIndex, physicalIndex, xponIndex } from './indexes.ts'
import { cards1015, cards1082, processors6002 } from './mibs/cards.ts'
import { channelsC600, modules1082 } from './mibs/modules.ts'
import { onuCounters } from './mibs/onu-traffic.ts'
import { onuTables, uniTables } from './mibs/onus.ts'
import { unregisteredOnuTable } from './mibs/unregistered.ts'
import { zteNode } from './node.ts'
import { useProfiles } from './profiles.ts'
import { treeC320, treeC600, treeFw12 } from './onu-trees.ts'
import { drawConfiguration, runningText } from './console/running.ts'

const uplink = (slot: number, port: number, ifName: string, speedMbps = 10_000): Uplink => ({
  slot,
  port,
  speedMbps,
  ifIndex: physicalIndex(slot, port),
  bridgePort: slot * 64 + port,
  ifName,
  ifDescr: '',
})
const cardC320: Pick<Card, 'hardware' | 'firmware'> = { hardware: 'V1.0.0', firmware: 'V2.1.0' }
const cardC600: Pick<Card, 'hardware' | 'firmware'> = { hardware: '190603', firmware: 'V1.2.1' }

const configured = (writing: ZteWriting): Pick<OltProduct, 'draw' | 'running' | 'useProfiles'> => ({
  useProfiles,
  draw: olt => drawConfiguration(olt, writing),
  running: olt => runningText(olt, writing),
})

/** C320 with firmware 2.1. */
export const c320: OltProduct = {
  sysDescr: 'C320 Version V2.1.0 Software, Copyright (c) by ZTE Corporation Compiled',
  sysObjectId: `${zteNode}.1082.1001.320.2.1`,
  oui: [0x4c, 0x09, 0xd4],
  cards: [
    { ...cardC320, slot: 1, type: 'GTGOG', ports: 8, pon: 'gpon', cpu: 14, memory: 26 },
    { ...cardC320, slot: 2, type: 'GTGHG', ports: 16, pon: 'gpon', cpu: 15, memory: 28 },
    { ...cardC320, slot: 3, type: 'SMXA', ports: 3, cpu: 22, memory: 41 },
  ],
  pon: ({ slot }, port) => ({
    ifIndex: physicalIndex(slot, port),
    ifName: `gpon_1/${slot}/${port}`,
    ifDescr: '',
  }),
  uplinks: [uplink(3, 1, 'xgei_1/3/1'), uplink(3, 2, 'xgei_1/3/2'), uplink(3, 3, 'gei_1/3/3', 1000)],
  subtrees: olt => [
    cards1082(olt),
    modules1082(olt.ports, olt.seed),
    cards1015(olt),
    unregisteredOnuTable(olt, `${zteNode}.1012.3.13.3.1`, { serial: 2, type: 10, firmware: 11 }, gponIndex),
  ],
  console: consoleC300,
  ...configured(writingC300),
  tables: olt => [
    ...onuTables(olt, treeC320),
    ...uniTables(olt),
    onuCounters(olt, `${zteNode}.1015.1010.5.56.1.1`, xponIndex, {
      up: 2,
      down: 3,
      upMulticast: 8,
      downMulticast: 9,
      upCrc: 10,
      downCrc: 11,
    }),
  ],
}

/** C300 with firmware 2.1: the same tables, in a chassis of its own. */
export const c300: OltProduct = {
  ...c320,
  sysDescr: 'C300 Version V2.1.0 Software, Copyright (c) by ZTE Corporation Compiled',
  sysObjectId: `${zteNode}.1082.1001.300.2.1`,
  cards: c320.cards.map(card =>
    card.pon ? card : { ...card, slot: 19, type: 'SCXN', hardware: 'V1.0.0', firmware: 'V2.1.0' },
  ),
  uplinks: [uplink(19, 1, 'xgei_1/19/1'), uplink(19, 2, 'xgei_1/19/2'), uplink(19, 3, 'gei_1/19/3', 1000)],
}

/** Firmware 1.2: no tables below .1082, and its own words for VLANs of ONUs. */
const firmware12 = (product: OltProduct, name: string, objectId: string): OltProduct => ({
  ...product,
  sysDescr: `${name} Version V1.2.5P3 Software, Copyright (c) by ZTE Corporation Compiled`,
  sysObjectId: `${zteNode}.${objectId}`,
  cards: product.cards.map(card => ({ ...card, firmware: 'V1.2.5P3' })),
  lacks: ['vlans'],
  subtrees: olt => [
    cards1015(olt),
    unregisteredOnuTable(olt, `${zteNode}.1012.3.13.3.1`, { serial: 2, type: 10, firmware: 11 }, gponIndex),
  ],
  tables: olt => [...onuTables(olt, treeFw12)],
  console: consoleFw12,
  ...configured(writingFw12),
})
export const c320Fw12 = firmware12(c320, 'C320', '1082.1001.320.1.2')
export const c300Fw12 = firmware12(c300, 'C300', '1015.300.1.1')

export const c600: OltProduct = {
  sysDescr: 'ZTE ZXA10 C600 Software, Version V1.2.1, Copyright (c) by ZTE Corporation',
  sysObjectId: `${zteNode}.1082.1001.600.1.1`,
  oui: [0x4c, 0x09, 0xd4],
  cards: [
    { ...cardC600, slot: 3, type: 'GFGL', ports: 16, pon: 'gpon', cpu: 11, memory: 33 },
    { ...cardC600, slot: 4, type: 'GFGL', ports: 16, pon: 'gpon', cpu: 12, memory: 33 },
    { ...cardC600, slot: 10, type: 'SFUL', ports: 4, hardware: '190401', cpu: 18, memory: 44 },
  ],
  pon: ({ slot }, port) => ({
    ifIndex: physicalIndex(slot, port),
    ifName: `gpon_olt-1/${slot}/${port}`,
    ifDescr: '',
  }),
  uplinks: [1, 2, 3, 4].map(port => uplink(10, port, `xgei-1/10/${port}`)),
  subtrees: olt => [
    cards1082(olt),
    modules1082(olt.ports, olt.seed),
    unregisteredOnuTable(
      olt,
      `${zteNode}.1082.500.2.2.11.2.1`,
      { serial: 2, type: 8, firmware: 10 },
      port => port.ifIndex,
    ),
    processors6002(olt.cards, olt.seed),
    channelsC600(olt.ports, olt.seed),
  ],
  console: consoleC600,
  ...configured(writingC600),
  tables: olt => [
    ...onuTables(olt, treeC600),
    ...uniTables(olt),
    onuCounters(olt, `${zteNode}.1082.500.4.2.2.2.1`, byIfIndex, {
      up: 1,
      down: 44,
      upMulticast: 9,
      downMulticast: 52,
      upCrc: 15,
      downCrc: 58,
    }),
  ],
}
