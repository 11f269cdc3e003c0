import { radlanTemperatures, type Model } from '@linecard/driver-kit'
import { eltex, mesResources, radlan } from './tables.ts'

/** Below it every product of Eltex has its number; sysDescr begins with the model's name. */
const products = `${eltex}.1`

const model = (key: string, name: string, family: string, descr: RegExp): Model =>
  ({ key: `eltex_${key}`, name: `Eltex ${name}`, type: 'SWITCH', family, detect: { objectId: products, descr } })

export const models: readonly Model[] = [
  model('mes14xx', 'MES14xx', 'mes-aricent', /^MES14\d\d/),
  model('mes24xx', 'MES24xx', 'mes-aricent', /^MES24\d\d/),
  model('mes3708', 'MES3708', 'mes-aricent', /^MES3708/),
  model('mes14xx_mes24xx_mes3708p', 'MES34xx, MES37xx', 'mes-aricent', /^MES(?:34\d\d|37(?!08)\d\d)/),
  // Their table of fans has one column less, so that the temperature stands where others have a fan.
  { ...model('mes11xx', 'MES11xx', 'mes', /^MES11\d\d/), modules: [mesResources({ fans: 5 }), radlanTemperatures({ node: radlan, fans: 5 })] },
  model('mes23xx', 'MES23xx, MES33xx, MES35xx, MES53xx', 'mes', /^MES(?:23|33|35|53)\d\d/),
  model('general_switch', 'MES switch', 'mes', /^MES\d/),
]
