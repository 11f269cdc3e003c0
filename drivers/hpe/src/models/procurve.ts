import type { Model } from '@linecard/driver-kit'
import { procurve } from '../families/procurve.ts'
import { standard } from '../families/standard.ts'
import { hp, keyOf, switchModel } from './switch-model.ts'

/**
 * `ProCurve J8697A Switch 5406zl, revision …`, `HP J9775A 2530-48G Switch, revision …`, `HP J9146A
 * E2910al-24G-PoE Switch, …`.
 */
const procurveSeries = (series: string): Model =>
  switchModel(
    `hp_${keyOf(series)}`,
    `HP ${series}`,
    `${hp}.11`,
    procurve,
    new RegExp(`\\b(?:HP|Aruba|ProCurve|HPE)\\b.{0,20} E?${series}(?![0-9])`),
  )

/** ProCurve, E-series and Aruba switches with ArubaOS-Switch. */
export const procurveModels: readonly Model[] = [
  switchModel('hp_procurve_j9079', 'HP PROCURVE J9079A', `${hp}.11`, procurve, /^ProCurve J9079A/i),
  switchModel('hp_j9850a', 'HP J9850A Switch', `${hp}.11`, procurve, /^HP J9850A Switch(?: 5406Rzl2)?/),
  switchModel(
    'hp_procurve_j9085a_24',
    'HP ProCurve J9085A Switch 2610-24',
    `${hp}.11`,
    procurve,
    /^ProCurve J9085A Switch 2610-24/,
  ),
  switchModel(
    'hp_procurve_j9021a_24',
    'HP ProCurve J9021A Switch 2810-24G',
    `${hp}.11`,
    procurve,
    /^ProCurve J9021A Switch 2810-24G/,
    24,
  ),
  switchModel(
    'hp_procurve_j9090a_48',
    'HP ProCurve J9020A Switch 2510-48',
    `${hp}.11`,
    procurve,
    /^ProCurve J9020A Switch 2510-48/i,
  ),
  switchModel(
    'hp_j9626a_48',
    'HP J9626A 2620-48 Switch',
    `${hp}.11`,
    procurve,
    /^HP J9626A 2620-48 Switch/,
    52,
  ),
  switchModel(
    'hp_j9625a_24',
    'HP J9625A 2620-24-PoEP Switch',
    `${hp}.11`,
    procurve,
    /^HP J9625A 2620-24-PoEP Switch/,
    28,
  ),
  switchModel(
    'hp_j9146a_24',
    'HP J9146A E2910al-24G-PoE Switch',
    `${hp}.11`,
    procurve,
    /^HP J9146A E2910al-24G-PoE Switch/,
    24,
  ),
  switchModel(
    'hp_j9775a_48',
    'HP J9775A 2530-48G Switch',
    `${hp}.11`,
    procurve,
    /^HP J9775A 2530-48G Switch/,
    52,
  ),
  ...[
    '1810',
    '2510',
    '2520',
    '2530',
    '2540',
    '2610',
    '2615',
    '2620',
    '2626',
    '2650',
    '2810',
    '2824',
    '2848',
    '2900',
    '2910al',
    '2915',
    '2920',
    '2930F',
    '2930M',
    '3400cl',
    '3500yl',
    '3800',
    '3810M',
    '4100gl',
    '4200vl',
    '5300xl',
    '5406zl',
    '5412zl',
    '5406R',
    '5412R',
    '6120XG',
    '6120G',
    '6200yl',
    '6600',
    '8206zl',
    '8212zl',
    'V1810',
  ].map(procurveSeries),
  switchModel('hp_stack', 'HP stack (ArubaOS-Switch)', `${hp}.8.5`, procurve),
  {
    ...switchModel('hp_general_switch', 'HP Switch', hp, procurve),
    // Tables of hpicf, for a sysDescr that an operator has replaced.
    detect: [
      { objectId: hp, descr: /\b(?:HPE?|ProCurve|Aruba) (?:J\w{5} |Switch)/i },
      { objectId: hp, rows: '1.3.6.1.4.1.11.2.14.11.5.1' },
    ],
  },
  switchModel('hp_device', 'HP device', hp, standard),
  switchModel('hp_virtual_connect', 'HP Virtual Connect', '1.3.6.1.4.1.11.5.7.5.2', standard),
]
