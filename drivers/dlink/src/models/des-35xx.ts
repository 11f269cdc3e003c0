import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { managed } from '../families/index.ts'
import { des3500, newStyle } from '../ports/layouts.ts'
import { common, management, product } from '../nodes.ts'

/** These models have the table of port load one node earlier than the others. */
const portLoad = common('1.1.7.1')

export const des35xxModels: readonly Model<Params>[] = [
  {
    key: 'dlink_des_3526',
    name: 'D-Link DES-3526',
    type: 'SWITCH',
    family: managed,
    ports: 26,
    detect: { objectId: product('64.1') },
    params: { ports: des3500(management('64.1')), portLoad },
  },
  {
    key: 'dlink_des_3528',
    name: 'D-Link DES-3528',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('105.1') },
    params: { ports: newStyle(management('105.1')), portLoad },
  },
  {
    key: 'dlink_des_3550',
    name: 'D-Link DES-3550',
    type: 'SWITCH',
    family: managed,
    ports: 50,
    detect: { objectId: product('64.2') },
    params: { portLoad },
  },
]
