import type { Model } from '@linecard/driver-kit'
import { zyxel } from './tree.ts'

/** Newer switches all answer `1.15`; what they are stands in sysDescr. Older ones have a number each below `1.5.8`, with objects of their own below it. */
export const models: readonly Model[] = [
  { key: 'zyxel_switch', name: 'Zyxel switch', type: 'SWITCH', family: 'zynos', detect: { objectId: `${zyxel}.1.15` } },
  { key: 'zyxel_es_switch', name: 'Zyxel ES, GS, MES or MGS switch', type: 'SWITCH', family: 'standard', detect: { objectId: `${zyxel}.1.5.8` } },
  { key: 'zyxel_device', name: 'Zyxel device', type: 'SWITCH', family: 'standard', detect: { objectId: zyxel } },
]
