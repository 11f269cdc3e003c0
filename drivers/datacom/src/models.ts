import type { Model } from '@linecard/driver-kit'
import { dmosOlt, dmSwitches } from './families.ts'
import { datacom, onuIf, products } from './nodes.ts'

const dmos = (key: string, name: string, type: Model['type'], descr: RegExp): Model => ({
  key: `datacom_${key}`,
  name: `Datacom ${name}`,
  type,
  family: dmosOlt,
  detect: { objectId: products, descr },
})

/** sysDescr of DmOS begins with the product: `DM4611 4GPON+2GT+2XS (DmOS version 9.0.0…)`. */
export const models: readonly Model[] = [
  dmos('dm4610', 'DM4610', 'OLT', /^DM4610\b/),
  dmos('dm4611', 'DM4611', 'OLT', /^DM4611\b/),
  dmos('dm4612', 'DM4612', 'OLT', /^DM4612\b/),
  dmos('dm4615', 'DM4615', 'OLT', /^DM4615\b/),
  dmos('dm4616', 'DM4616', 'OLT', /^DM4616\b/),
  dmos('dm4618', 'DM4618', 'OLT', /^DM4618\b/),
  {
    ...dmos('dmos_olt', 'DmOS OLT', 'OLT', /^DM461/),
    detect: [
      { objectId: products, descr: /^DM461/ },
      { objectId: products, rows: onuIf },
    ],
  },
  { ...dmos('dmos_switch', 'DmOS switch', 'SWITCH', /^DM/), detect: { objectId: products } },
  {
    key: 'datacom_dmswitch',
    name: 'Datacom dmSwitch',
    type: 'SWITCH',
    family: dmSwitches,
    detect: { objectId: datacom },
  },
]
