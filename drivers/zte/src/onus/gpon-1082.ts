import { enumeration, map, onuSerial, table, text } from '@linecard/driver-kit'
import { parseOnuSerial } from '@linecard/driver-kit/codecs'
import { localTime, oltPower, zte } from '../columns.ts'
import { physicalOnu, physicalOnuOptics } from '../indexes.ts'
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

const config = `${zte}.1082.500.10.2.3.3.1`
const state = `${zte}.1082.500.10.2.3.8.1`
const vendor = `${zte}.1082.500.20.2.1.2.1`

/** `<how>,<serial number>`: newer firmware stores the means of recognition of an ONU in one text. */
const authentication = (oid: string) => map(text(oid), value => parseOnuSerial(value.replace(/^\d+,/, '')))

/** zxAnTransceiver: Rx of each ONU at the OLT. */
export const oltRx1082 = {
  columns: table({ olt_rx: oltPower(`${zte}.1082.500.1.2.4.2.1.2`) }),
  index: [physicalOnu],
}

export const vendors1082 = {
  columns: table({ vendor: text(`${vendor}.1`), version: text(`${vendor}.2`), model: text(`${vendor}.8`) }),
  index: [physicalOnu],
}

/** .1082.500: the C600 series, and C320 with firmware 2.1 that no longer fills .1012. Phases from 1. */
export const gpon1082: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ name: text(`${config}.2`) }), index: [physicalOnu] },
  state: {
    columns: table({
      phase: enumeration(`${state}.4`, {
        1: phaseWords.logging,
        2: phaseWords.los,
        3: phaseWords.sync,
        4: phaseWords.working,
        5: phaseWords.gasp,
        6: phaseWords.auth,
        7: phaseWords.off,
      }),
      admin: adminState(`${state}.1`),
      reason: enumeration(`${state}.7`, reasonWords),
    }),
    index: [physicalOnu],
    words: stateWords,
  },
  times: {
    columns: table({
      online: localTime(`${state}.5`),
      offline: localTime(`${state}.6`),
      reason: lastReason(`${state}.7`),
    }),
    index: [physicalOnu],
  },
  names: {
    columns: table({ name: text(`${config}.2`), description: text(`${config}.3`) }),
    index: [physicalOnu],
  },
  serials: {
    columns: table({ serial: onuSerial(`${config}.6`), authentication: authentication(`${config}.18`) }),
    index: [physicalOnu],
  },
  atOlt: [
    oltRx1082,
    { columns: table({ distance: metres(`${zte}.1082.500.10.2.3.10.1.2`) }), index: [physicalOnu] },
  ],
  atOnu: { columns: optics(`${zte}.1082.500.20.2.2.2.1`), index: [physicalOnuOptics] },
  vendors: [vendors1082],
}

/** Last resort for agents that give only the received light of their ONUs. */
export const gponLight: OnuTree = { technology: 'gpon', list: oltRx1082, atOlt: [oltRx1082] }
