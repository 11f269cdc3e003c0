import {
  decimalText,
  enumeration,
  map,
  onuSerial,
  scaled,
  table,
  text,
  type Column,
} from '@linecard/driver-kit'
import type { Olt, OnuTree } from '@linecard/driver-kit/onus'
import { layout as index, onu, places } from './places.ts'

const power = (oid: string) => decimalText(oid, { none: [0], min: -60, max: 20 })
/** omOnuLastDownCauses: `--` is none. */
const reason: Column<string> = map(text(`${onu}.42`), word =>
  /^-*$/.test(word) ? null : /dying/i.test(word) ? 'dyingGasp' : /\blo[sbf]i?\b/i.test(word) ? 'los' : word,
)

const deltaStream: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ serial: onuSerial(`${onu}.6`) }), index },
  state: {
    columns: table({ phase: enumeration(`${onu}.11`, { 0: 'offline', 1: 'online' }), reason }),
    index,
    words: {
      phases: { online: 'Online', offline: 'Offline' },
      lost: 'offline',
      reasons: { dyingGasp: 'PowerOff', los: 'LOS' },
    },
  },
  times: { columns: table({ reason }), index },
  names: { columns: table({ description: text(`${onu}.5`) }), index },
  serials: { columns: table({ serial: onuSerial(`${onu}.6`) }), index },
  atOlt: [
    {
      columns: table({
        rx: power(`${onu}.26`),
        tx: power(`${onu}.27`),
        olt_rx: power(`${onu}.28`),
        bias: decimalText(`${onu}.29`, { none: [0] }),
        voltage: scaled(`${onu}.30`, { by: 0.001, none: [0], min: 0, max: 20 }),
        temp: decimalText(`${onu}.31`, { min: -60, max: 150 }),
        distance: scaled(`${onu}.18`, { by: 1, none: [0], min: 1, max: 100_000 }),
      }),
      index,
    },
  ],
  vendors: [{ columns: table({ vendor: text(`${onu}.15`), model: text(`${onu}.16`) }), index }],
}
export const olt: Olt = { places, trees: [[deltaStream]] }
