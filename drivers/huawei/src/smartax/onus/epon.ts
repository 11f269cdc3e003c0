import { mac, table } from '@linecard/driver-kit'
import type { OnuTree } from '@linecard/driver-kit/onus'
import { celsius, eponPower, milliamperes, millivolts } from '../columns.ts'
import { eponOnu } from '../indexes.ts'
import { devices } from '../nodes.ts'
import { commonTree, fact } from './tree.ts'

const optics = `${devices}.104.1`
const index = [eponOnu]

/** EPON: hwEponDeviceOntControlTable (.57), …ConfigInfo (.53), …Version (.55), …OpticalDdm (.104). */
export const epon: OnuTree = {
  ...commonTree({ technology: 'epon', config: 53, control: 57, distance: 19, up: 23, index: eponOnu }),
  macs: { columns: table({ mac: mac(`${devices}.53.1.3`) }), index },
  atOnu: {
    columns: table({
      olt_rx: eponPower(`${optics}.1`),
      temp: celsius(`${optics}.2`),
      bias: milliamperes(`${optics}.3`),
      tx: eponPower(`${optics}.4`),
      rx: eponPower(`${optics}.5`),
      voltage: millivolts(`${optics}.6`),
    }),
    index,
  },
  vendors: [
    {
      columns: table({
        vendor: fact(55, 1),
        hardware: fact(55, 4),
        software: fact(55, 5),
        model: fact(55, 13),
      }),
      index,
    },
  ],
}
