import { enumeration, integer, map, onuSerial, table, truth } from '@linecard/driver-kit'
import type { OnuTree, StateWords } from '@linecard/driver-kit/onus'
import { clockTime, described, downReason, label, metres, onOff, power } from '../columns.ts'
import type { OnuIndex } from '../indexes.ts'
import { cdata, nscrtv } from '../nodes.ts'
import { lightOf } from './light.ts'

/** gponOnuInfoTable of NSCRTV-FTTX-GPON-MIB; columns above 99 are C-Data's own. */
export const gponInfo = `${nscrtv}.2.8.4.1.1`
/** Register log of C-Data: times of the last registration and loss, and its reason. */
export const registerLog = `${cdata}.1.3.100.12.3.1.1`
/** Light of ONUs. */
export const gponLight = `${nscrtv}.2.8.4.4.1`
/** Light of each ONU at the OLT. */
export const oltLight = `${nscrtv}.2.3.3.6.1.2`

export const stateWords: StateWords = {
  phases: { Online: 'Online', Offline: 'Offline', Alarm: 'Online' },
  lost: 'Offline',
  reasons: { LOS: 'LOS', LOSi: 'LOS', PowerOff: 'PowerOff' },
}

/** The ONU was deactivated by an operator (`ont deactivate`). An active one says nothing here. */
const deactivated = (oid: string) => map(truth(oid), active => (active ? null : ('Disabled' as const)))

/** ONUs of a GPON or XGS-PON OLT. */
export const gponTree = (index: OnuIndex): OnuTree => ({
  technology: 'gpon',
  list: { columns: table({ serial: onuSerial(`${gponInfo}.3`) }), index },
  state: {
    columns: table({
      phase: enumeration(`${gponInfo}.7`, { 1: 'Online', 2: 'Offline' }),
      admin: deactivated(`${gponInfo}.11`),
      reason: downReason(`${gponInfo}.103`),
    }),
    index,
    words: stateWords,
    also: [{ columns: table({ admin: onOff(`${gponInfo}.8`) }), index }],
  },
  times: {
    columns: table({
      online: clockTime(`${registerLog}.4`),
      offline: clockTime(`${gponInfo}.102`),
      reason: downReason(`${gponInfo}.103`),
      alive: integer(`${gponInfo}.12`, { none: [0] }),
    }),
    index,
  },
  names: { columns: table({ description: described(`${gponInfo}.2`) }), index },
  serials: { columns: table({ serial: onuSerial(`${gponInfo}.3`) }), index },
  atOlt: [
    { columns: table({ olt_rx: power(oltLight) }), index },
    { columns: table({ distance: metres(`${gponInfo}.9`) }), index },
  ],
  atOnu: lightOf(gponLight, index),
  vendors: [
    {
      columns: table({
        vendor: label(`${gponInfo}.5`),
        model: label(`${gponInfo}.6`),
        hardware: label(`${gponInfo}.14`),
        software: label(`${nscrtv}.2.8.4.2.1.6`),
      }),
      index,
    },
  ],
})
