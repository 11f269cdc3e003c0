import { decimalText, enumeration, mac, map, table, text, truth } from '@linecard/driver-kit'
import { credible, localTime, oltPower, zte } from '../columns.ts'
import { gponOnu, largeBoardOnu, smallBoardOnu } from '../indexes.ts'
import type { OnuTree } from '@linecard/driver-kit/onus'

const onu = `${zte}.1015.1010.1.7.4.1`
const optics = `${zte}.1015.1010.1.1.1.29.1`
const index = [smallBoardOnu, largeBoardOnu]
const reasons = { 1: 'unknown', 14: 'bugsell', 21: 'LOS', 22: 'PowerOff', 23: 'timestampDrift' } as const

/** EPON ONUs of C300 and C320 (.1015.1010.1). Their optical values are decimal texts in final units. */
export const epon1015: OnuTree = {
  technology: 'epon',
  list: { columns: table({ mac: mac(`${onu}.7`) }), index },
  state: {
    columns: table({
      phase: enumeration(`${onu}.17`, { 1: 'Power Off', 2: 'Offline', 3: 'Online' }),
      reason: enumeration(`${onu}.27`, reasons),
      admin: map(truth(`${onu}.6`), on => (on ? ('Enabled' as const) : ('Disabled' as const))),
    }),
    index,
    words: {
      phases: { 'Power Off': 'PowerOff', Offline: 'Offline', Online: 'Online' },
      lost: 'Offline',
      reasons: { LOS: 'LOS', PowerOff: 'PowerOff' },
    },
  },
  times: {
    columns: table({
      online: localTime(`${onu}.12`),
      offline: localTime(`${onu}.26`),
      reason: map(enumeration(`${onu}.27`, reasons), word => (word === 'unknown' ? null : word)),
    }),
    index,
  },
  names: { columns: table({ description: text(`${onu}.1`) }), index },
  macs: { columns: table({ mac: mac(`${onu}.7`) }), index },
  // GPON and EPON share this column, so EPON ONUs have the GPON index here.
  atOlt: [{ columns: table({ olt_rx: oltPower(`${zte}.1015.1010.11.2.1.2`) }), index: [gponOnu] }],
  atOnu: {
    columns: table({
      temp: decimalText(`${optics}.1`, { min: -60, max: 150 }),
      voltage: decimalText(`${optics}.2`, { min: 0.001, max: 20 }),
      bias: decimalText(`${optics}.3`, { min: 0, max: 1000 }),
      tx: decimalText(`${optics}.4`, credible),
      rx: decimalText(`${optics}.5`, credible),
    }),
    index,
  },
  vendors: [{ columns: table({ model: text(`${onu}.5`) }), index }],
}
