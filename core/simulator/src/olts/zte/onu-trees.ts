import type { Onu, OnuState } from '../../olt/onu-state.ts'
import { byGponIndex, byIfIndex } from './indexes.ts'
import { zteNode } from './node.ts'

/** Where a series has the columns about its ONUs, and their row indexes. OIDs are those of row objects. */
export interface OnuTree {
  /** Type 1, name 2, description 3, serial in `serialColumn`. */
  config: string
  serialColumn: number
  /** Admin 1, phase 4, last online 5, last offline 6, reason 7. */
  state: string
  phases: Readonly<Record<OnuState, number>>
  /** Columns 10 rx, 14 tx, 17 voltage, 19 temperature; index ends with `.1`. */
  optical: string
  /** Column 2, in 0.001 dBm. A C320 with firmware 2.1 has it in two trees. */
  oltRx: readonly { entry: string; index: (onu: Onu) => string }[]
  /** Column 2, in m. */
  distance: string
  /** Row object with columns that reboot (1), restore (3) and reset (4) an ONU when SET to 1. */
  actions?: string
  /** The OLT's Rx power of an ONU that is not online. */
  noOltRx: number
  index: (onu: Onu) => string
}

const oltRx1082 = { entry: `${zteNode}.1082.500.1.2.4.2.1`, index: byIfIndex }

/** Where firmware 2.1 of the C320 has its ONUs. */
export const treeC320: OnuTree = {
  config: `${zteNode}.1012.3.28.1.1`,
  serialColumn: 5,
  state: `${zteNode}.1012.3.28.2.1`,
  phases: { LOS: 1, Online: 3, PowerOff: 4, Reboot: 4, Offline: 6, Disabled: 6 },
  optical: `${zteNode}.1012.3.50.12.1.1`,
  oltRx: [{ entry: `${zteNode}.1015.1010.11.2.1`, index: byGponIndex }, oltRx1082],
  distance: `${zteNode}.1012.3.11.4.1`,
  noOltRx: -80_000,
  index: byGponIndex,
}
/** Where firmware 1.2 has its ONUs. */
export const treeFw12: OnuTree = { ...treeC320, oltRx: [treeC320.oltRx[0]!] }
/** Where the C600 has its ONUs. */
export const treeC600: OnuTree = {
  config: `${zteNode}.1082.500.10.2.3.3.1`,
  serialColumn: 6,
  state: `${zteNode}.1082.500.10.2.3.8.1`,
  phases: { LOS: 2, Online: 4, PowerOff: 5, Reboot: 5, Offline: 7, Disabled: 7 },
  optical: `${zteNode}.1082.500.20.2.2.2.1`,
  oltRx: [oltRx1082],
  distance: `${zteNode}.1082.500.10.2.3.10.1`,
  actions: `${zteNode}.1082.500.20.2.1.10.1`,
  noOltRx: -80_000,
  index: byIfIndex,
}
