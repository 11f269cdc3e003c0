import type { Detect, Model } from '@linecard/driver-kit'
import { bdcom } from './columns.ts'
import { epon, p3310b } from './families/epon.ts'
import { gpon } from './families/gpon.ts'
import { standard } from './families/standard.ts'

const products = `${bdcom}.1`
/** Name of the product on newer firmware, whose sysDescr may name only the series. */
const product = `${bdcom}.9.181.1.1.2.0`

/** Products whose number names them alone. */
const byNumber = (...numbers: number[]): Detect => ({
  objectId: numbers.map(number => `${products}.${number}`),
})
/** By the name in sysDescr; by the name of the product where sysDescr does not have the number of ports. */
const gp3600 = (ports: string): Detect[] => [
  { objectId: bdcom, descr: new RegExp(`GP3600-${ports}`) },
  {
    objectId: bdcom,
    descr: /GP3600(?!-(?:04|08|16))/,
    probe: { oid: product, matches: new RegExp(`^GP3600-${ports}`) },
  },
]
const olt = { type: 'OLT' } as const

export const models: readonly Model[] = [
  {
    key: 'bdcom_gp3600_04',
    name: 'BDCOM GP3600-04',
    ...olt,
    family: gpon,
    detect: [...gp3600('04'), byNumber(388)],
  },
  {
    key: 'bdcom_gp3600_08',
    name: 'BDCOM GP3600-08',
    ...olt,
    family: gpon,
    detect: [...gp3600('08'), byNumber(377, 389)],
  },
  { key: 'bdcom_gp3600_16', name: 'BDCOM GP3600-16', ...olt, family: gpon, detect: gp3600('16') },
  {
    key: 'bdcom_gp3600_series',
    name: 'BDCOM GP3600 series',
    ...olt,
    family: gpon,
    detect: { objectId: bdcom, descr: /GP3600/ },
  },
  {
    key: 'bdcom_p3612_2te',
    name: 'BDCOM P3612-2TE',
    ...olt,
    family: epon,
    detect: [byNumber(2010), { objectId: bdcom, descr: /P3612-2TE/ }],
  },
  {
    key: 'bdcom_p3616_2te',
    name: 'BDCOM P3616-2TE',
    ...olt,
    family: epon,
    detect: [byNumber(2011), { objectId: bdcom, descr: /P3616-2TE/ }],
  },
  {
    key: 'bdcom_p3608b',
    name: 'BDCOM P3608B',
    ...olt,
    family: epon,
    detect: { objectId: bdcom, descr: /P3608B/ },
  },
  {
    key: 'bdcom_p36xx_series',
    name: 'BDCOM P36xx series',
    ...olt,
    family: epon,
    detect: { objectId: bdcom, descr: /\bP36/ },
  },
  {
    key: 'bdcom_p3310c',
    name: 'BDCOM P3310C',
    ...olt,
    family: epon,
    detect: [byNumber(294), { objectId: bdcom, descr: /P3310C/ }],
  },
  {
    key: 'bdcom_p3310d',
    name: 'BDCOM P3310D',
    ...olt,
    family: epon,
    detect: [byNumber(441), { objectId: bdcom, descr: /P3310D/ }],
  },
  {
    key: 'bdcom_p3310b',
    name: 'BDCOM P3310B',
    ...olt,
    family: p3310b,
    detect: [byNumber(182, 189), { objectId: bdcom, descr: /P3310B/ }],
  },
  // Where an operator has replaced sysDescr, the tables of ONUs prove what it is.
  {
    key: 'bdcom_epon_olt',
    name: 'BDCOM EPON OLT',
    ...olt,
    family: epon,
    detect: { objectId: bdcom, rows: `${bdcom}.101.10.1` },
  },
  {
    key: 'bdcom_gpon_olt',
    name: 'BDCOM GPON OLT',
    ...olt,
    family: gpon,
    detect: { objectId: bdcom, rows: `${bdcom}.10.2` },
  },
  {
    key: 'bdcom_device',
    name: 'BDCOM device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: bdcom },
  },
]
