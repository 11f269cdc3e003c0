import { decimalText, enumeration, map, onuSerial, scaled, table, text } from '@linecard/driver-kit'
import { unregisteredModule, waitingTable, type Olt, type OnuTree } from '@linecard/driver-kit/onus'
import { gpon } from './nodes.ts'
import { byPort, places, portOf } from './places.ts'

const config = `${gpon}.2.1.1.1`
const status = `${gpon}.3.2.1.1`
const ddmi = `${gpon}.3.12.1`
const waiting = `${gpon}.1.3.1`
const index = [byPort]
const power = { min: -60, max: 20 }

/** RemoteOnuStatus: IS is "in service", OOS "out of service" and why. */
const phases = {
  0: 'OOS',
  1: 'IS',
  2: 'OOS-LO',
  3: 'OOS-NR',
  4: 'OOS-CD',
  5: 'OOS-NP',
  6: 'OOS-PF',
  7: 'OOS-AD',
  8: 'OOS-OD',
  9: 'OOS-OO',
  10: 'OOS-TM',
  11: 'OOS-CO',
  12: 'OOS-UO',
  13: 'OOS-NO',
  14: 'OOS-GS',
  15: 'OOS-GF',
  16: 'OOS-AF',
  17: 'OOS-VO',
  18: 'OOS-DG',
  19: 'OOS-LS',
  20: 'OOS-SB',
} as const

/**
 * Registered ONUs that cannot be used are online: the OLT reaches them (OMCC down, provisioning failed, type
 * mismatch …). Not registered, dying gasp, loss of signal and a board that is out of service are not.
 */
const words: NonNullable<OnuTree['state']>['words'] = {
  phases: {
    ...Object.fromEntries(Object.values(phases).map(word => [word, 'Online' as const])),
    OOS: 'Offline',
    'OOS-LO': 'Offline',
    'OOS-NR': 'Offline',
    'OOS-OO': 'Offline',
    'OOS-AD': 'Disabled',
    'OOS-DG': 'PowerOff',
    'OOS-LS': 'LOS',
  },
  lost: [],
  reasons: {},
}

const ies5206: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ serial: onuSerial(`${config}.6`) }), index },
  state: { columns: table({ phase: enumeration(`${status}.3`, phases) }), index, words },
  names: { columns: table({ description: text(`${config}.16`) }), index },
  serials: {
    columns: table({ serial: onuSerial(`${status}.1`), authentication: onuSerial(`${config}.6`) }),
    index,
  },
  atOlt: [
    { columns: table({ distance: scaled(`${status}.7`, { by: 1, none: [0], max: 100_000 }) }), index },
    {
      columns: table({
        voltage: decimalText(`${ddmi}.1`, { none: [0], max: 20 }),
        rx: decimalText(`${ddmi}.2`, power),
        tx: decimalText(`${ddmi}.3`, power),
        // Microamperes.
        bias: map(decimalText(`${ddmi}.4`, { none: [0] }), value => value / 1000),
        temp: decimalText(`${ddmi}.5`, { min: -60, max: 150 }),
      }),
      index,
    },
  ],
  vendors: [{ columns: table({ model: text(`${status}.9`), software: text(`${status}.4`) }), index }],
}
export const olt: Olt = { places, trees: [[ies5206]] }

/** unregistered_onts: unregisterOntTable. */
export const unregistered = unregisteredModule(olt, [
  waitingTable(
    'gpon',
    table({ ident: onuSerial(`${waiting}.1`), password: text(`${waiting}.2`) }),
    rowIndex => portOf(Number(rowIndex.split('.')[0])),
    row => row,
  ),
])
