import { enumeration, map, scaled, table, truth } from '@linecard/driver-kit'
import { onuPower } from '../columns.ts'
import type { StateWords } from '@linecard/driver-kit/onus'

/** Phases of an ONU, in the words of the vendor. */
export const phaseWords = {
  logging: 'logging',
  los: 'LOS',
  sync: 'syncMib',
  working: 'working',
  gasp: 'DyingGasp',
  auth: 'authFailed',
  off: 'OffLine',
} as const
export const stateWords: StateWords = {
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
export const reasonWords = {
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
export const adminState = (oid: string) =>
  map(truth(oid), on => (on ? ('Enabled' as const) : ('Disabled' as const)))
/** An ONU that was never offline has `unknown`. */
export const lastReason = (oid: string) =>
  map(enumeration(oid, reasonWords), word => (word === 'unknown' ? null : word))
const temperature = (oid: string) =>
  scaled(oid, { by: 1 / 256, bits: 16, none: [65_535], decimals: 2, min: -60, max: 150 })
const voltage = (oid: string) => scaled(oid, { by: 0.02, none: [65_535, 0], max: 20 })
export const metres = (oid: string) => scaled(oid, { by: 1, none: [65_535_000], min: 0, max: 200_000 })
/** Columns with the optical values of an ONU. They are the same in both generations. */
export const optics = (entry: string) =>
  table({
    rx: onuPower(`${entry}.10`),
    tx: onuPower(`${entry}.14`),
    voltage: voltage(`${entry}.17`),
    temp: temperature(`${entry}.19`),
  })
