import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { managed } from '../families/index.ts'
import { dlink, product } from '../nodes.ts'

export const generalModels: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_1210_52mp_f1',
    name: 'D-Link DGS-1210-52MP/F1',
    type: 'SWITCH',
    family: managed,
    ports: 52,
    detect: { objectId: product('153.10.1') },
  },
  {
    key: 'dlink_general_switch',
    name: 'D-Link Switch',
    type: 'SWITCH',
    family: managed,
    detect: { objectId: dlink },
  },
]
