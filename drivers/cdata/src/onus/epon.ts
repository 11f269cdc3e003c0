import { enumeration, integer, mac, map, table } from '@linecard/driver-kit'
import type { OnuTree } from '@linecard/driver-kit/onus'
import { clockTime, described, downReason, label, metres, onOff, power } from '../columns.ts'
import type { OnuIndex } from '../indexes.ts'
import { nscrtv } from '../nodes.ts'
import { oltLight, registerLog, stateWords } from './gpon.ts'
import { lightOf } from './light.ts'

/** onuInfoTable of NSCRTV-EPONEOC-EPON-MIB. */
export const eponInfo = `${nscrtv}.2.3.4.1.1`

/** Light of ONUs. */
export const eponLight = `${nscrtv}.2.3.4.2.1`

/** `losi` is the loss of an ONU's light: EPON has no other word for it. */
const reason = map(downReason(`${registerLog}.7`), word => (word === 'LOSi' ? 'LOS' : word))

/** ONUs of the FD12xx series. */
export const eponTree = (index: OnuIndex): OnuTree => ({
  technology: 'epon',
  list: { columns: table({ mac: mac(`${eponInfo}.7`) }), index },
  state: {
    columns: table({
      phase: enumeration(`${eponInfo}.8`, { 1: 'Online', 2: 'Offline' }),
      admin: onOff(`${eponInfo}.9`),
      reason,
    }),
    index,
    words: stateWords,
  },
  times: {
    columns: table({
      online: clockTime(`${registerLog}.4`),
      offline: clockTime(`${registerLog}.5`),
      reason,
      alive: integer(`${eponInfo}.18`, { none: [0] }),
    }),
    index,
  },
  names: { columns: table({ description: described(`${eponInfo}.2`) }), index },
  macs: { columns: table({ mac: mac(`${eponInfo}.7`) }), index },
  atOlt: [
    { columns: table({ olt_rx: power(oltLight) }), index },
    { columns: table({ distance: metres(`${eponInfo}.15`) }), index },
  ],
  atOnu: lightOf(eponLight, index),
  vendors: [
    {
      columns: table({
        vendor: label(`${eponInfo}.25`),
        model: label(`${eponInfo}.26`),
        software: label(`${eponInfo}.13`),
        hardware: label(`${eponInfo}.27`),
      }),
      index,
    },
  ],
})
