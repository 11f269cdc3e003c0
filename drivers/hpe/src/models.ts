import type { Model } from '@linecard/driver-kit'

const procurve = '1.3.6.1.4.1.11.2.3.7'
const [h3c, threeCom, aruba, cx] = ['1.3.6.1.4.1.25506', '1.3.6.1.4.1.43', '1.3.6.1.4.1.14823.1.1', '1.3.6.1.4.1.47196.4.1']
const one = (key: string, name: string, objectId: string, family: string, descr?: RegExp, ports?: number): Model =>
  ({ key, name, type: 'SWITCH', family, ...ports ? { ports } : {}, detect: { objectId, ...descr ? { descr } : {} } })

export const models: readonly Model[] = [
  one('hp_procurve_j9079', 'HP PROCURVE J9079A', `${procurve}.11`, 'procurve', /^ProCurve J9079A/i),
  one('hp_j9850a', 'HP J9850A Switch', `${procurve}.11`, 'procurve', /^HP J9850A Switch/),
  one('hp_procurve_j9085a_24', 'HP ProCurve J9085A Switch 2610-24', `${procurve}.11`, 'procurve', /^ProCurve J9085A Switch 2610-24/),
  one('hp_procurve_j9021a_24', 'HP ProCurve J9021A Switch 2810-24G', `${procurve}.11`, 'procurve', /^ProCurve J9021A Switch 2810-24G/, 24),
  one('hp_procurve_j9090a_48', 'HP ProCurve J9020A Switch 2510-48', `${procurve}.11`, 'procurve', /^ProCurve J9020A Switch 2510-48/i),
  one('hp_j9626a_48', 'HP J9626A 2620-48 Switch', `${procurve}.11`, 'procurve', /^HP J9626A 2620-48 Switch/, 52),
  one('hp_general_switch', 'HP Switch', procurve, 'procurve'),
  // OfficeConnect and Instant On are switches of other makers, without HP's own MIBs.
  one('hpe_switch', 'HPE Switch', `${procurve}.11`, 'standard', /^(?:HPE OfficeConnect Switch|HPE Networking Instant On Switch|Aruba Instant On)/),
  one('hp_arubaos_switch', 'HP Switch (ArubaOS)', aruba, 'standard', /ArubaOS/),
  one('hpe_anw_jl675a', 'HPE ANW JL675A 6100', cx, 'aruba-cx', /^HPE ANW JL675A 6100/),
  one('aruba_cx_switch', 'Aruba CX Switch', cx, 'aruba-cx'),
  one('hpe_comware_switch', 'HPE Comware Switch', `${h3c}.11`, 'comware'),
  { ...one('hpe_comware_router', 'HPE Comware Router', `${h3c}.11.2`, 'comware'), type: 'ROUTER' },
  one('h3c_switch', 'H3C Switch', `${h3c}.1`, 'comware'),
  one('threecom_switch', '3Com Switch', threeCom, 'standard', /\bSwitch\b/),
]
