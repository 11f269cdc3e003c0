import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { dgs3100, managed } from '../families/index.ts'
import { flowStyle, radlanStyle } from '../ports/layouts.ts'
import { management, product } from '../nodes.ts'

/**
 * Stackable and routing switches. In a stack, the ports of unit n have the ifIndexes from (n − 1) × 64 + 1.
 */
export const dgs3xxxModels: readonly Model<Params>[] = [
  {
    key: 'dlink_dgs_3100_24tg',
    name: 'D-Link DGS-3100-24TG',
    type: 'SWITCH',
    family: dgs3100,
    ports: 24,
    detect: { objectId: product('94.5') },
    params: { ports: radlanStyle() },
  },
  {
    key: 'dlink_dgs_3120_24sc_a2',
    name: 'D-Link DGS-3120-24SC/A2',
    type: 'SWITCH',
    family: managed,
    ports: 24,
    detect: { objectId: product('117.1.3') },
    params: { ports: flowStyle(management('117.1.3')) },
  },
  {
    key: 'dlink_dgs_3120_24sc_bx',
    name: 'D-Link DGS-3120-24SC/B',
    type: 'SWITCH',
    family: managed,
    ports: 24,
    detect: { objectId: product('117.4.1') },
    params: { ports: flowStyle(management('117.4.1')) },
  },
  {
    key: 'dlink_dgs_3420_28tc',
    name: 'D-Link DGS-3420-28TC',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('119.1') },
    params: { ports: flowStyle(management('119.1')) },
  },
  {
    key: 'dlink_dgs_3420_28sc_b1',
    name: 'D-Link DGS-3420-28SC',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('119.2') },
    params: { ports: flowStyle(management('119.2')) },
  },
  {
    key: 'dlink_dgs_3420_26sc_b1',
    name: 'D-Link DGS-3420-26SC',
    type: 'SWITCH',
    family: managed,
    ports: 26,
    detect: { objectId: product('119.6') },
    params: { ports: flowStyle(management('119.6')) },
  },
  {
    key: 'dlink_dgs_3612g',
    name: 'D-Link DGS-3612G',
    type: 'SWITCH',
    family: managed,
    ports: 12,
    detect: { objectId: product('70.9') },
    params: { ports: flowStyle(management('70.9')) },
  },
  {
    key: 'dlink_dgs_3620_28sc',
    name: 'D-Link DGS-3620-28SC',
    type: 'SWITCH',
    family: managed,
    ports: 28,
    detect: { objectId: product('118.2') },
    params: { ports: flowStyle(management('118.2')) },
  },
]
