import { integer, onuSerial, table } from '@linecard/driver-kit'
import type { OnuTree } from '@linecard/driver-kit/onus'
import { celsius, hundredths, milliamperes, millivolts, oltPower } from '../columns.ts'
import { gponOnu } from '../indexes.ts'
import { devices } from '../nodes.ts'
import { commonTree, fact } from './tree.ts'

const config = `${devices}.43.1`
const optics = `${devices}.51.1`
const index = [gponOnu]

/**
 * GPON, XG-PON and XGS-PON: hwGponDeviceOntControlTable (.46), …ConfigInfo (.43), …OpticalDdm (.51), …Version
 * (.45). The OLT asks the ONU for all of .51 over the fibre, also for the light that it has measured itself.
 */
export const gpon: OnuTree = {
  ...commonTree({ technology: 'gpon', config: 43, control: 46, distance: 20, up: 22, index: gponOnu }),
  serials: { columns: table({ serial: onuSerial(`${config}.3`) }), index },
  atOnu: {
    columns: table({
      temp: celsius(`${optics}.1`),
      bias: milliamperes(`${optics}.2`),
      tx: hundredths(`${optics}.3`),
      rx: hundredths(`${optics}.4`),
      voltage: millivolts(`${optics}.5`),
      olt_rx: oltPower(`${optics}.6`),
    }),
    index,
  },
  vendors: [{ columns: table({ hardware: fact(45, 1), model: fact(45, 4), software: fact(45, 5) }), index }],
}

/** The same for agents whose view has no control table: hwGponDeviceOntEntryStatus lists the ONUs. */
export const gponByConfig: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ entry: integer(`${config}.10`) }), index },
  names: gpon.names!,
  serials: gpon.serials!,
  atOnu: gpon.atOnu!,
  vendors: gpon.vendors!,
}
