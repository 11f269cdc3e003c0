import { enumeration, onuSerial, scaled, table } from '@linecard/driver-kit'
import type { Olt, OnuTree, OpticalTable, StateWords } from '@linecard/driver-kit/onus'
import { dbm, duration, gpon, label, localTime, measured, onuDescription, reasonText } from '../columns.ts'
import { ponOnu } from '../place.ts'
import { bareTree, ifIndexOf, places } from '../ports.ts'

const index = [ponOnu]
const state = `${gpon}.1.1`
const auth = `${gpon}.2.1`
const optics = `${gpon}.3.1`
const detail = `${gpon}.4.1`

/** gOnuStaInfoPhaseSta. */
const phases = {
  0: 'logging',
  1: 'los',
  2: 'syncMib',
  3: 'working',
  4: 'dyingGasp',
  5: 'authFail',
  6: 'offLine',
  7: 'deactivated',
  8: 'configFail',
} as const
const words: StateWords = {
  phases: {
    logging: 'Offline',
    los: 'LOS',
    syncMib: 'Offline',
    working: 'Online',
    dyingGasp: 'PowerOff',
    authFail: 'Offline',
    offLine: 'Offline',
    deactivated: 'Disabled',
    // The ONU is registered and reachable; only its services could not be set.
    configFail: 'Online',
  },
  lost: 'offLine',
  reasons: { LOS: 'LOS', PowerOff: 'PowerOff' },
}

/** gOnuDetailInfoTable: what the ONU reports by OMCI. */
const vendors: OnuTree['vendors'] = [
  {
    columns: table({
      vendor: label(`${detail}.3`),
      hardware: label(`${detail}.4`),
      model: label(`${detail}.14`),
      software: label(`${detail}.25`),
    }),
    index,
  },
]
const names: OnuTree['names'] = { columns: table({ description: onuDescription(`${detail}.24`) }), index }

/** gOnuOpticalInfoTable: decimals without a unit. `.8` is absent in older firmware. */
const light: OpticalTable = {
  columns: table({
    temp: measured(`${optics}.3`, 150),
    voltage: measured(`${optics}.4`, 20),
    bias: measured(`${optics}.5`, 1000),
    tx: dbm(`${optics}.6`),
    rx: dbm(`${optics}.7`),
    olt_rx: dbm(`${optics}.8`),
  }),
  index,
}
/** gOnuRttTable. */
const range: OnuTree['atOlt'] = [
  {
    columns: table({ distance: scaled(`${gpon}.12.1.3`, { by: 1, none: [0], min: 1, max: 200_000 }) }),
    index,
  },
]

/** gOnuStaInfoTable. Times and the reason are absent in older firmware (5 columns). */
const staInfo: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ phase: enumeration(`${state}.5`, phases) }), index },
  state: {
    columns: table({
      phase: enumeration(`${state}.5`, phases),
      admin: enumeration(`${state}.3`, { 1: 'Enabled', 2: 'Disabled' }),
      reason: reasonText(`${state}.10`),
    }),
    index,
    words,
  },
  times: {
    columns: table({
      online: localTime(`${state}.8`),
      offline: localTime(`${state}.9`),
      reason: reasonText(`${state}.10`),
      alive: duration(`${state}.11`),
    }),
    index,
  },
  names,
  serials: { columns: table({ serial: onuSerial(`${auth}.5`) }), index },
  atOlt: range,
  atOnu: light,
  vendors,
}

/** Firmware without the table of states: ONUs from their details, their state unknown. */
const detailInfo: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ description: onuDescription(`${detail}.24`) }), index },
  names,
  serials: { columns: table({ serial: onuSerial(`${detail}.5`) }), index },
  atOlt: range,
  atOnu: light,
  vendors,
}
/** V1600G, G1, G1B, GS. */
export const gponOlt: Olt = { places, ifIndexOf, trees: [[staInfo, detailInfo, bareTree('gpon', light)]] }
