import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { dgs1100 } from '../families/index.ts'
import { dgs1100Cable } from '../changes/cable.ts'
import { single } from '../ports/layouts.ts'
import { product } from '../nodes.ts'

/** Both models have the same tables at different nodes. */
export const dgs1100Models: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_1100_06_me_a1',
    name: 'D-Link DGS-1100-06/ME/A1',
    type: 'SWITCH',
    family: dgs1100,
    ports: 6,
    detect: { objectId: product('134.1') },
    params: {
      ports: single(product('134.1.1.1.13')),
      load: { cpu: product('134.1.1.100.1'), memory: product('134.1.1.100.2') },
    },
    modules: [dgs1100Cable(product('134.1.1'))],
  },
  {
    key: 'dlink_dgs_1100_10_me_a1',
    name: 'D-Link DGS-1100-10/ME',
    type: 'SWITCH',
    family: dgs1100,
    ports: 10,
    detect: { objectId: product('134.2.1') },
    params: {
      ports: single(product('134.2.1.1.100.1')),
      load: { cpu: product('134.2.1.1.30'), memory: product('134.2.1.1.31') },
    },
    modules: [dgs1100Cable(product('134.2.1'))],
  },
]
