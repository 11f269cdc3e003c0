import { enumeration, onuSerial, table, text } from '@linecard/driver-kit'
import { localTime, oltPower, zte } from '../columns.ts'
import { gponOnu, gponOnuOptics } from '../indexes.ts'
import { oltRx1082, vendors1082 } from './gpon-1082.ts'
import {
  adminState,
  lastReason,
  metres,
  optics,
  phaseWords,
  reasonWords,
  stateWords,
} from './gpon-columns.ts'
import type { OnuTree } from '@linecard/driver-kit/onus'

const config = `${zte}.1012.3.28.1.1`
const state = `${zte}.1012.3.28.2.1`
const vendor = `${zte}.1012.3.50.11.2.1`

/** zxAnTransceiver: Rx of each ONU at the OLT. */
const oltRx1015 = { columns: table({ olt_rx: oltPower(`${zte}.1015.1010.11.2.1.2`) }), index: [gponOnu] }

/** zxGponService (.1012.3): C300 and C320. Phases from 0. */
export const gpon1012: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ name: text(`${config}.2`) }), index: [gponOnu] },
  state: {
    columns: table({
      phase: enumeration(`${state}.4`, {
        0: phaseWords.logging,
        1: phaseWords.los,
        2: phaseWords.sync,
        3: phaseWords.working,
        4: phaseWords.gasp,
        5: phaseWords.auth,
        6: phaseWords.off,
      }),
      admin: adminState(`${state}.1`),
      reason: enumeration(`${state}.7`, reasonWords),
    }),
    index: [gponOnu],
    words: stateWords,
  },
  times: {
    columns: table({
      online: localTime(`${state}.5`),
      offline: localTime(`${state}.6`),
      reason: lastReason(`${state}.7`),
    }),
    index: [gponOnu],
  },
  names: {
    columns: table({ name: text(`${config}.2`), description: text(`${config}.3`) }),
    index: [gponOnu],
  },
  serials: { columns: table({ serial: onuSerial(`${config}.5`) }), index: [gponOnu] },
  atOlt: [
    oltRx1015,
    oltRx1082,
    { columns: table({ distance: metres(`${zte}.1012.3.11.4.1.2`) }), index: [gponOnu] },
  ],
  atOnu: { columns: optics(`${zte}.1012.3.50.12.1.1`), index: [gponOnuOptics] },
  vendors: [
    { columns: table({ vendor: text(`${vendor}.1`), model: text(`${vendor}.9`) }), index: [gponOnu] },
    vendors1082,
  ],
}
