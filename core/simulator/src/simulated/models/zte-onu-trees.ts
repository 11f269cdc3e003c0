import { zteNode } from '../mibs/zte-cards.ts'
import type { OnuTree } from '../mibs/zte-onus.ts'
import { byGponIndex, byIfIndex } from '../zte-index.ts'

const oltRx1082 = { entry: `${zteNode}.1082.500.1.2.4.2.1`, index: byIfIndex }

/** Where firmware 2.1 of the C320 has its ONUs. */
export const treeC320: OnuTree = {
  config: `${zteNode}.1012.3.28.1.1`,
  serialColumn: 5,
  state: `${zteNode}.1012.3.28.2.1`,
  phases: { LOS: 1, Online: 3, PowerOff: 4, Offline: 6, Disabled: 6 },
  optical: `${zteNode}.1012.3.50.12.1.1`,
  oltRx: [{ entry: `${zteNode}.1015.1010.11.2.1`, index: byGponIndex }, oltRx1082],
  distance: `${zteNode}.1012.3.11.4.1`,
  noOltRx: -80_000,
  index: byGponIndex,
}
/** Where the C600 has its ONUs. */
export const treeC600: OnuTree = {
  config: `${zteNode}.1082.500.10.2.3.3.1`,
  serialColumn: 6,
  state: `${zteNode}.1082.500.10.2.3.8.1`,
  phases: { LOS: 2, Online: 4, PowerOff: 5, Offline: 7, Disabled: 7 },
  optical: `${zteNode}.1082.500.20.2.2.2.1`,
  oltRx: [oltRx1082],
  distance: `${zteNode}.1082.500.10.2.3.10.1`,
  reboot: `${zteNode}.1082.500.20.2.1.10.1.1`,
  noOltRx: -80_000,
  index: byIfIndex,
}
