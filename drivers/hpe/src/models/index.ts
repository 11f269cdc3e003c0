import type { Model } from '@linecard/driver-kit'
import { standard } from '../families/standard.ts'
import { arubaModels } from './aruba.ts'
import { comwareModels } from './comware.ts'
import { officeModels } from './office.ts'
import { procurveModels } from './procurve.ts'
import { switchModel } from './switch-model.ts'

const threeCom = '1.3.6.1.4.1.43'

export const models: readonly Model[] = [
  ...procurveModels,
  ...officeModels,
  ...arubaModels,
  ...comwareModels,
  switchModel('threecom_4210', '3Com Switch 4210', threeCom, standard, /^Switch 4210/),
  switchModel('threecom_baseline', '3Com Baseline Switch', threeCom, standard, /^3Com Baseline Switch/),
  switchModel('threecom_switch', '3Com Switch', threeCom, standard),
]
