import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { managed } from '../families/index.ts'
import { noMedium, oldStyle } from '../ports/layouts.ts'
import { vlansEitherWay } from '../ports/port-list.ts'
import { dlink, management, product } from '../nodes.ts'

/** sysDescr identifies a model if its firmware has another sysObjectID. */
export const des30xxModels: readonly Model<Params>[] = [
  {
    key: 'dlink_des_1228_me',
    name: 'D-Link DES-1228/ME',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('116.2') },
    params: { ports: oldStyle(management('116.2')) },
  },
  {
    key: 'dlink_des_3026',
    name: 'D-Link DES-3026',
    type: 'SWITCH',
    family: managed,
    ports: 26,
    detect: [{ objectId: product('63.3') }, { objectId: dlink, descr: /^D-Link DES-3026 Fast Ethernet/ }],
    params: { ports: noMedium(management('63.3')) },
  },
  {
    key: 'dlink_des_3028',
    name: 'D-Link DES-3028',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: [
      { objectId: product('63.6') },
      { objectId: dlink, descr: /^D-Link DES-3028 Fast Ethernet Switch/ },
    ],
    params: { ports: oldStyle(management('63.6')) },
    modules: vlansEitherWay(),
  },
  {
    key: 'dlink_des_3028g',
    name: 'D-Link DES-3028G',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('63.11') },
    params: { ports: oldStyle(management('63.11')) },
  },
  {
    key: 'dlink_des_3052g',
    name: 'D-Link DES-3052',
    type: 'SWITCH',
    family: managed,
    ports: 52,
    detect: [
      { objectId: product('63.8') },
      { objectId: dlink, descr: /^D-Link DES-3052 Fast Ethernet Switch/ },
    ],
    params: { ports: oldStyle(management('63.8')) },
  },
]
