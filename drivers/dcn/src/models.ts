import type { Model } from '@linecard/driver-kit'
import { standard, switches } from './families.ts'

const dcn = '1.3.6.1.4.1.6339'
const products = [`${dcn}.1.1.1`, `${dcn}.1.1.2`]
/** sysDescr: `S4600-52P-SI Device, Compiled Jun 06 16:24:54 2016 …`. */
const series = (name: string): Model => ({
  key: `dcn_${name.toLowerCase().replace('-', '_')}`,
  name: `DCN ${name}`,
  type: 'SWITCH',
  family: switches,
  detect: { objectId: products, descr: new RegExp(`^${name}(?=-)`) },
})

/**
 * Switches of the S, CS and DCRS series have numbers below `1.1.1` and `1.1.2`. Older switches come from
 * other makers. They have no objects below `100`, so the driver reads only standard MIBs there.
 */
export const models: readonly Model[] = [
  {
    key: 'dcn_default',
    name: 'DCN switch',
    type: 'SWITCH',
    family: switches,
    detect: { objectId: products },
  },
  ...[
    'S3900',
    'S4500',
    'S4600',
    'S5750E',
    'CS6200',
    'CS6500',
    'DCRS-5650',
    'DCRS-5750',
    'DCRS-5950',
    'DCRS-5960',
    'DCS-3950',
    'DCS-4500',
  ].map(series),
  {
    key: 'dcn_dcs_3726',
    name: 'Digital China DCS-3726',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: `${dcn}.1.1.5.3` },
  },
  {
    key: 'dcn_other',
    name: 'Digital China switch',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: dcn },
  },
]
