import type { Model } from '@linecard/driver-kit'
import { comware } from '../families/comware.ts'
import { keyOf, switchModel } from './switch-model.ts'

const h3c = '1.3.6.1.4.1.25506'

const comwareSeries = (series: string, pattern: string): Model =>
  switchModel(`hpe_${keyOf(series)}`, `HPE ${series}`, `${h3c}.11`, comware, new RegExp(`\\bHPE? ${pattern}`))
const h3cSeries = (series: string): Model =>
  switchModel(
    `h3c_${keyOf(series)}`,
    `H3C ${series}`,
    `${h3c}.1`,
    comware,
    new RegExp(`\\bH3C (?:Switch )?${series}(?![0-9])`),
  )

/** HPE and H3C devices with Comware. */
export const comwareModels: readonly Model[] = [
  comwareSeries('A5500', 'A5500'),
  comwareSeries('5130', '5130'),
  comwareSeries('5510', '5510'),
  comwareSeries('5700', '(?:FF )?5700'),
  comwareSeries('5900', '(?:FF )?59[03]0'),
  comwareSeries('5940', '(?:FF )?5940'),
  comwareSeries('V1910', 'V1910'),
  comwareSeries('1950', '1950'),
  switchModel('hpe_comware_switch', 'HPE Comware Switch', `${h3c}.11`, comware),
  { ...switchModel('hpe_vsr1000', 'HPE VSR1000', `${h3c}.11.2`, comware, /\bVSR1000\b/), type: 'ROUTER' },
  { ...switchModel('hpe_comware_router', 'HPE Comware Router', `${h3c}.11.2`, comware), type: 'ROUTER' },
  ...[
    'E126',
    'E152',
    'E328',
    'E352',
    'E528',
    'E552',
    'S3100',
    'S3600',
    'S5120',
    'S5130',
    'S5500',
    'S5560',
    'S5800',
    'S6800',
    'S7500E',
    'S9500',
    'S12500',
  ].map(h3cSeries),
  // The second number is from the time when H3C belonged to Huawei and 3Com.
  {
    ...switchModel('h3c_switch', 'H3C Switch', h3c, comware),
    detect: { objectId: [h3c, '1.3.6.1.4.1.2011.10'] },
  },
]
