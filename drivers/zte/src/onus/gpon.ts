import { enumeration, map, onuSerial, scaled, table, text, truth } from '@linecard/driver-kit'
import { parseOnuSerial } from '@linecard/driver-kit/codecs'
import { onuPower, localTime, oltPower, zte } from '../columns.ts'
import { gponOnu, gponOnuOptics, physicalOnu, physicalOnuOptics } from '../indexes.ts'
import type { OnuTree, StateWords } from './tree.ts'

const words = {
  logging: 'logging',
  los: 'LOS',
  sync: 'syncMib',
  working: 'working',
  gasp: 'DyingGasp',
  auth: 'authFailed',
  off: 'OffLine',
} as const
const state: StateWords = {
  phases: {
    logging: 'Offline',
    LOS: 'LOS',
    syncMib: 'Offline',
    working: 'Online',
    DyingGasp: 'PowerOff',
    authFailed: 'Offline',
    OffLine: 'Offline',
  },
  lost: 'OffLine',
  reasons: { LOS: 'LOS', LOSi: 'LOS', PowerOff: 'PowerOff' },
}
/** The numbers of the reasons are the same in both generations. */
const reasonWords = {
  1: 'unknown',
  2: 'LOS',
  3: 'LOSi',
  4: 'LOFi',
  5: 'SFi',
  6: 'LOAi',
  7: 'LOAMi',
  8: 'authFail',
  9: 'PowerOff',
  10: 'deactiveSucc',
  11: 'deactiveFail',
  12: 'reboot',
  13: 'shutdown',
} as const
const admin = (oid: string) => map(truth(oid), on => (on ? ('Enabled' as const) : ('Disabled' as const)))
/** An ONU that was never offline has `unknown`. */
const lastReason = (oid: string) =>
  map(enumeration(oid, reasonWords), word => (word === 'unknown' ? null : word))
const temperature = (oid: string) =>
  scaled(oid, { by: 1 / 256, bits: 16, none: [65_535], decimals: 2, min: -60, max: 150 })
const voltage = (oid: string) => scaled(oid, { by: 0.02, none: [65_535, 0], max: 20 })
const metres = (oid: string) => scaled(oid, { by: 1, none: [65_535_000], min: 0, max: 200_000 })
/** `<how>,<serial number>`: newer firmware stores the means of recognition of an ONU in one text. */
const authentication = (oid: string) => map(text(oid), value => parseOnuSerial(value.replace(/^\d+,/, '')))

/** Columns with the optical values of an ONU. They are the same in both generations. */
const optics = (entry: string) =>
  table({
    rx: onuPower(`${entry}.10`),
    tx: onuPower(`${entry}.14`),
    voltage: voltage(`${entry}.17`),
    temp: temperature(`${entry}.19`),
  })

const oldConfig = `${zte}.1012.3.28.1.1`
const oldState = `${zte}.1012.3.28.2.1`
const newConfig = `${zte}.1082.500.10.2.3.3.1`
const newState = `${zte}.1082.500.10.2.3.8.1`
const oldVendor = `${zte}.1012.3.50.11.2.1`
const newVendor = `${zte}.1082.500.20.2.1.2.1`

/** zxAnTransceiver: Rx of each ONU at the OLT. */
const oltRx1015 = { columns: table({ olt_rx: oltPower(`${zte}.1015.1010.11.2.1.2`) }), index: [gponOnu] }
const oltRx1082 = {
  columns: table({ olt_rx: oltPower(`${zte}.1082.500.1.2.4.2.1.2`) }),
  index: [physicalOnu],
}

const vendors = [
  { columns: table({ vendor: text(`${oldVendor}.1`), model: text(`${oldVendor}.9`) }), index: [gponOnu] },
  {
    columns: table({
      vendor: text(`${newVendor}.1`),
      version: text(`${newVendor}.2`),
      model: text(`${newVendor}.8`),
    }),
    index: [physicalOnu],
  },
]

/** zxGponService (.1012.3): C300 and C320. Phases from 0. */
export const gpon1012: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ name: text(`${oldConfig}.2`) }), index: [gponOnu] },
  state: {
    columns: table({
      phase: enumeration(`${oldState}.4`, {
        0: words.logging,
        1: words.los,
        2: words.sync,
        3: words.working,
        4: words.gasp,
        5: words.auth,
        6: words.off,
      }),
      admin: admin(`${oldState}.1`),
      reason: enumeration(`${oldState}.7`, reasonWords),
    }),
    index: [gponOnu],
    words: state,
  },
  times: {
    columns: table({
      online: localTime(`${oldState}.5`),
      offline: localTime(`${oldState}.6`),
      reason: lastReason(`${oldState}.7`),
    }),
    index: [gponOnu],
  },
  names: {
    columns: table({ name: text(`${oldConfig}.2`), description: text(`${oldConfig}.3`) }),
    index: [gponOnu],
  },
  serials: { columns: table({ serial: onuSerial(`${oldConfig}.5`) }), index: [gponOnu] },
  atOlt: [
    oltRx1015,
    oltRx1082,
    { columns: table({ distance: metres(`${zte}.1012.3.11.4.1.2`) }), index: [gponOnu] },
  ],
  atOnu: { columns: optics(`${zte}.1012.3.50.12.1.1`), index: [gponOnuOptics] },
  vendors,
}

/** .1082.500: the C600 series, and C320 with firmware 2.1 that no longer fills .1012. Phases from 1. */
export const gpon1082: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ name: text(`${newConfig}.2`) }), index: [physicalOnu] },
  state: {
    columns: table({
      phase: enumeration(`${newState}.4`, {
        1: words.logging,
        2: words.los,
        3: words.sync,
        4: words.working,
        5: words.gasp,
        6: words.auth,
        7: words.off,
      }),
      admin: admin(`${newState}.1`),
      reason: enumeration(`${newState}.7`, reasonWords),
    }),
    index: [physicalOnu],
    words: state,
  },
  times: {
    columns: table({
      online: localTime(`${newState}.5`),
      offline: localTime(`${newState}.6`),
      reason: lastReason(`${newState}.7`),
    }),
    index: [physicalOnu],
  },
  names: {
    columns: table({ name: text(`${newConfig}.2`), description: text(`${newConfig}.3`) }),
    index: [physicalOnu],
  },
  serials: {
    columns: table({
      serial: onuSerial(`${newConfig}.6`),
      authentication: authentication(`${newConfig}.18`),
    }),
    index: [physicalOnu],
  },
  atOlt: [
    oltRx1082,
    { columns: table({ distance: metres(`${zte}.1082.500.10.2.3.10.1.2`) }), index: [physicalOnu] },
  ],
  atOnu: { columns: optics(`${zte}.1082.500.20.2.2.2.1`), index: [physicalOnuOptics] },
  vendors: vendors.slice(1),
}

/** Last resort for agents that give only the received light of their ONUs. */
export const gponLight: OnuTree = { technology: 'gpon', list: oltRx1082, atOlt: [oltRx1082] }
