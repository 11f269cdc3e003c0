import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { managed } from '../families/index.ts'
import { power } from '../changes/power.ts'
import { newStyle } from '../ports/layouts.ts'
import { dlink, management, product } from '../nodes.ts'

/** Metro switches with the CLI of the DGS-3000 series. */
export const dgs3000Models: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_1510_20l_me',
    name: 'D-Link DGS-1510-20L/ME',
    type: 'SWITCH',
    family: managed,
    ports: 20,
    detect: { objectId: product('141.2.1') },
    params: { ports: newStyle(product('141.2.1')) },
  },
  {
    key: 'dlink_dgs_1510_28xmp_me',
    name: 'D-Link DGS-1510-28XMP/ME',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('141.8.1') },
    params: { ports: newStyle(product('141.8.1')) },
    modules: power(),
  },
  {
    key: 'dlink_dgs_3000_10tc',
    name: 'D-Link DGS-3000-10TC',
    type: 'SWITCH',
    family: managed,
    ports: 10,
    detect: [
      { objectId: product('133.1.1') },
      { objectId: dlink, descr: /^DGS-3000-10TC Gigabit Ethernet Switch$/ },
    ],
    params: { ports: newStyle(management('133.1.1')) },
  },
  {
    key: 'dlink_dgs_3000_26tc_a1',
    name: 'D-Link DGS-3000-26TC',
    type: 'SWITCH',
    family: managed,
    ports: 26,
    detect: [
      { objectId: product('133.2.1') },
      { objectId: dlink, descr: /^DGS-3000-26TC Gigabit Ethernet Switch$/ },
    ],
    params: { ports: newStyle(management('133.2.1')) },
  },
  {
    key: 'dlink_dgs_3000_20l',
    name: 'D-Link DGS-3000-20L',
    type: 'SWITCH',
    family: managed,
    ports: 20,
    detect: [
      { objectId: product('133.7.2') },
      { objectId: dlink, descr: /^DGS-3000-20L Gigabit Ethernet Switch$/ },
    ],
    params: { ports: newStyle(product('133.7.2')) },
  },
  {
    key: 'dlink_dgs_3000_28l_b1',
    name: 'D-Link DGS-3000-28L',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: [
      { objectId: product('133.8.2') },
      { objectId: dlink, descr: /^DGS-3000-28L Gigabit Ethernet Switch$/ },
    ],
    params: { ports: newStyle(product('133.8.2')) },
  },
  {
    key: 'dlink_dgs_3000_28x',
    name: 'D-Link DGS-3000-28X',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('133.10.2') },
    params: { ports: newStyle(product('133.10.2')) },
  },
  {
    key: 'dlink_dgs_3000_28xmp',
    name: 'D-Link DGS-3000-28XMP',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('133.11.2') },
    params: { ports: newStyle(product('133.11.2')) },
    modules: power(),
  },
]
