import type { Family, Model } from '@linecard/driver-kit'
import { arubaCx } from './families/aruba-cx.ts'
import { comware } from './families/comware.ts'
import { procurve } from './families/procurve.ts'
import { standard } from './families/standard.ts'

const hp = '1.3.6.1.4.1.11.2.3.7'
const [h3c, threeCom, aruba, cx] = [
  '1.3.6.1.4.1.25506',
  '1.3.6.1.4.1.43',
  '1.3.6.1.4.1.14823',
  '1.3.6.1.4.1.47196.4.1',
]
const one = (
  key: string,
  name: string,
  objectId: string,
  family: Family,
  descr?: RegExp,
  ports?: number,
): Model => ({
  key,
  name,
  type: 'SWITCH',
  family,
  ...(ports ? { ports } : {}),
  detect: { objectId, ...(descr ? { descr } : {}) },
})

const keyOf = (series: string): string => series.toLowerCase()
/**
 * `ProCurve J8697A Switch 5406zl, revision …`, `HP J9775A 2530-48G Switch, revision …`, `HP J9146A
 * E2910al-24G-PoE Switch, …`.
 */
const procurveSeries = (series: string): Model =>
  one(
    `hp_${keyOf(series)}`,
    `HP ${series}`,
    `${hp}.11`,
    procurve,
    new RegExp(`\\b(?:HP|Aruba|ProCurve|HPE)\\b.{0,20} E?${series}(?![0-9])`),
  )
/** OfficeConnect and Instant On are switches of other makers, without HP's own MIBs. */
const plain = (key: string, name: string, descr: RegExp): Model => one(key, name, `${hp}.11`, standard, descr)
/** `Aruba JL635A 8325 GL.10.04.2000`, `HPE ANW JL658A 6300M 24SFP+ 4SFP56 Swch FL.10.15.0005`. */
const cxSeries = (series: string): Model =>
  one(`aruba_cx_${keyOf(series)}`, `Aruba CX ${series}`, cx, arubaCx, new RegExp(`\\b[JRS]\\w{5} ${series}`))
const comwareSeries = (series: string, pattern: string): Model =>
  one(`hpe_${keyOf(series)}`, `HPE ${series}`, `${h3c}.11`, comware, new RegExp(`\\bHPE? ${pattern}`))
const h3cSeries = (series: string): Model =>
  one(
    `h3c_${keyOf(series)}`,
    `H3C ${series}`,
    `${h3c}.1`,
    comware,
    new RegExp(`\\bH3C (?:Switch )?${series}(?![0-9])`),
  )

export const models: readonly Model[] = [
  one('hp_procurve_j9079', 'HP PROCURVE J9079A', `${hp}.11`, procurve, /^ProCurve J9079A/i),
  one('hp_j9850a', 'HP J9850A Switch', `${hp}.11`, procurve, /^HP J9850A Switch(?: 5406Rzl2)?/),
  one(
    'hp_procurve_j9085a_24',
    'HP ProCurve J9085A Switch 2610-24',
    `${hp}.11`,
    procurve,
    /^ProCurve J9085A Switch 2610-24/,
  ),
  one(
    'hp_procurve_j9021a_24',
    'HP ProCurve J9021A Switch 2810-24G',
    `${hp}.11`,
    procurve,
    /^ProCurve J9021A Switch 2810-24G/,
    24,
  ),
  one(
    'hp_procurve_j9090a_48',
    'HP ProCurve J9020A Switch 2510-48',
    `${hp}.11`,
    procurve,
    /^ProCurve J9020A Switch 2510-48/i,
  ),
  one('hp_j9626a_48', 'HP J9626A 2620-48 Switch', `${hp}.11`, procurve, /^HP J9626A 2620-48 Switch/, 52),
  one(
    'hp_j9625a_24',
    'HP J9625A 2620-24-PoEP Switch',
    `${hp}.11`,
    procurve,
    /^HP J9625A 2620-24-PoEP Switch/,
    28,
  ),
  one(
    'hp_j9146a_24',
    'HP J9146A E2910al-24G-PoE Switch',
    `${hp}.11`,
    procurve,
    /^HP J9146A E2910al-24G-PoE Switch/,
    24,
  ),
  one('hp_j9775a_48', 'HP J9775A 2530-48G Switch', `${hp}.11`, procurve, /^HP J9775A 2530-48G Switch/, 52),
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
  one('hp_stack', 'HP stack (ArubaOS-Switch)', `${hp}.8.5`, procurve),
  one('hp_general_switch', 'HP Switch', hp, procurve),
  one('hp_virtual_connect', 'HP Virtual Connect', '1.3.6.1.4.1.11.5.7.5.2', standard),
  plain(
    'hpe_switch',
    'HPE Switch',
    /^(?:HPE OfficeConnect Switch|HPE Networking Instant On Switch|Aruba Instant On)/,
  ),
  plain('hpe_officeconnect_1820', 'HPE OfficeConnect 1820', /^HPE OfficeConnect Switch 1820/),
  plain('hpe_officeconnect_1920s', 'HPE OfficeConnect 1920S', /^HPE OfficeConnect Switch 1920S/),
  plain(
    'hpe_instant_on_1930',
    'HPE Instant On 1930',
    /^(?:Aruba Instant On|HPE Networking Instant On Switch .{0,60}) 1930/,
  ),
  plain(
    'hpe_instant_on_1960',
    'HPE Instant On 1960',
    /^(?:Aruba Instant On|HPE Networking Instant On Switch .{0,60}) 1960/,
  ),
  one('hp_arubaos_switch', 'HP Switch (ArubaOS)', `${aruba}.1.1`, standard, /ArubaOS/),
  // Controllers without "ArubaOS" in sysDescr, and access points.
  one('aruba_device', 'Aruba device', aruba, standard),
  one('hpe_anw_jl675a', 'HPE ANW JL675A 6100', cx, arubaCx, /^HPE ANW JL675A 6100/),
  ...[
    '4100i',
    '6000',
    '6100',
    '6200',
    '6300',
    '6400',
    '8100',
    '8320',
    '8325',
    '8360',
    '8400',
    '9300',
    '10000',
  ].map(cxSeries),
  one('aruba_cx_switch', 'Aruba CX Switch', cx, arubaCx),
  comwareSeries('A5500', 'A5500'),
  comwareSeries('5130', '5130'),
  comwareSeries('5510', '5510'),
  comwareSeries('5700', '(?:FF )?5700'),
  comwareSeries('5900', '(?:FF )?59[03]0'),
  comwareSeries('5940', '(?:FF )?5940'),
  comwareSeries('V1910', 'V1910'),
  comwareSeries('1950', '1950'),
  one('hpe_comware_switch', 'HPE Comware Switch', `${h3c}.11`, comware),
  { ...one('hpe_vsr1000', 'HPE VSR1000', `${h3c}.11.2`, comware, /\bVSR1000\b/), type: 'ROUTER' },
  { ...one('hpe_comware_router', 'HPE Comware Router', `${h3c}.11.2`, comware), type: 'ROUTER' },
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
  { ...one('h3c_switch', 'H3C Switch', h3c, comware), detect: { objectId: [h3c, '1.3.6.1.4.1.2011.10'] } },
  one('threecom_4210', '3Com Switch 4210', threeCom, standard, /^Switch 4210/),
  one('threecom_baseline', '3Com Baseline Switch', threeCom, standard, /^3Com Baseline Switch/),
  one('threecom_switch', '3Com Switch', threeCom, standard),
]
