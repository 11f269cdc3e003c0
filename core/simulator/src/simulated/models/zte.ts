import type { Subtree } from '../columns.ts'
import { type Card, cards1015, processors6002, zteNode } from '../mibs/zte-cards.ts'
import { channelsC600 } from '../mibs/zte-modules.ts'
import { onuCounters } from '../mibs/zte-onu-traffic.ts'
import { onuTables } from '../mibs/zte-onus.ts'
import { unregisteredOnuTable } from '../mibs/zte-unregistered.ts'
import type { Onu } from '../onus.ts'
import type { Port } from '../port.ts'
import type { UnregisteredSlot } from '../unregistered-onus.ts'
import { byIfIndex, gponIndex, place, xponIndex } from '../zte-index.ts'
import { treeC320, treeC600 } from './zte-onu-trees.ts'

export type OltModelName = 'C320' | 'C600'

/** The state of an OLT, as the tables of a model show it. */
export interface OltState {
  cards: readonly Card[]
  ports: readonly Port[]
  onus: readonly Onu[]
  unregistered: readonly UnregisteredSlot[]
  seed: string
}

/** What makes a model: hardware, names, and tables of its own. */
export interface OltModel {
  sysDescr: string
  sysObjectId: string
  cards: readonly Card[]
  /** Slot and type prefix of the cards with PON ports. */
  pon: RegExp
  ponName: (slot: number, port: number) => string
  /** Name, port number and speed of the ports on the control card. */
  uplinks: readonly { slot: number; port: number; name: string; speedMbps: number }[]
  subtrees(state: OltState): readonly Subtree[]
}

const subtreesC320 = ({ cards, onus, unregistered, seed }: OltState): Subtree[] => {
  const portsOf = new Map(cards.map(card => [card.slot, card.ports]))
  return [
    cards1015(cards, seed),
    onuTables(onus, treeC320),
    unregisteredOnuTable(
      unregistered,
      `${zteNode}.1012.3.13.3.1`,
      { serial: 2, type: 10, firmware: 11 },
      port => gponIndex(place(port).slot, place(port).number),
    ),
    onuCounters(
      onus,
      `${zteNode}.1015.1010.5.56.1.1`,
      ({ port, id }) => {
        const { slot, number } = place(port)
        return xponIndex(slot, number, id, portsOf.get(slot)!)
      },
      { up: 2, down: 3, upMulticast: 8, downMulticast: 9, upCrc: 10, downCrc: 11 },
    ),
  ]
}

const subtreesC600 = ({ cards, ports, onus, unregistered, seed }: OltState): Subtree[] => [
  onuTables(onus, treeC600),
  unregisteredOnuTable(
    unregistered,
    `${zteNode}.1082.500.2.2.11.2.1`,
    { serial: 2, type: 8, firmware: 10 },
    port => port.ifIndex,
  ),
  processors6002(cards, seed),
  channelsC600(ports, seed),
  onuCounters(onus, `${zteNode}.1082.500.4.2.2.2.1`, byIfIndex, {
    up: 1,
    down: 44,
    upMulticast: 9,
    downMulticast: 52,
    upCrc: 15,
    downCrc: 58,
  }),
]

export const oltModels: Readonly<Record<OltModelName, OltModel>> = {
  C320: {
    sysDescr: 'C320 Version V2.1.0 Software, Copyright (c) by ZTE Corporation Compiled',
    sysObjectId: `${zteNode}.1082.1001.320.2.1`,
    pon: /^GTG/,
    ponName: (slot, port) => `gpon_1/${slot}/${port}`,
    cards: [
      { slot: 1, type: 'GTGOG', ports: 8, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 14, memory: 26 },
      { slot: 2, type: 'GTGHG', ports: 16, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 15, memory: 28 },
      { slot: 3, type: 'SMXA', ports: 3, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 22, memory: 41 },
    ],
    uplinks: [
      { slot: 3, port: 1, name: 'xgei_1/3/1', speedMbps: 10_000 },
      { slot: 3, port: 2, name: 'xgei_1/3/2', speedMbps: 10_000 },
      { slot: 3, port: 3, name: 'gei_1/3/3', speedMbps: 1000 },
    ],
    subtrees: subtreesC320,
  },
  C600: {
    sysDescr: 'ZTE ZXA10 C600 Software, Version V1.2.1, Copyright (c) by ZTE Corporation',
    sysObjectId: `${zteNode}.1082.1001.600.1.1`,
    pon: /^GF/,
    ponName: (slot, port) => `gpon_olt-1/${slot}/${port}`,
    cards: [
      { slot: 3, type: 'GFGL', ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 11, memory: 33 },
      { slot: 4, type: 'GFGL', ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 12, memory: 33 },
      { slot: 10, type: 'SFUL', ports: 4, hardware: '190401', firmware: 'V1.2.1', cpu: 18, memory: 44 },
    ],
    uplinks: [1, 2, 3, 4].map(port => ({ slot: 10, port, name: `xgei-1/10/${port}`, speedMbps: 10_000 })),
    subtrees: subtreesC600,
  },
}
