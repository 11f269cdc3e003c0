import type { Detect, Family, Model } from '@linecard/driver-kit'
import { switching, vsol } from './columns.ts'
import { eponFamily, gponFamily } from './families.ts'

/** sysObjectID of all V1600 OLTs: sysDescr has the series. */
const product = `${switching}.14.1`
/** Name of the product. Firmware has it in one of two objects. */
const names = [`${switching}.14.1.0`, `${switching}.14.5.0`]
/** `EPON-OLT`, `GPON-OLT`: for a sysDescr that an operator has changed. */
const kind = `${switching}.12.5.15.0`

const olt = (key: string, name: string, family: Family, detect: readonly Detect[]): Model => ({
  key: `v_solution_${key}`,
  name: `V-Solution ${name}`,
  type: 'OLT',
  family,
  detect,
})
const variants = (descr: RegExp, matches: RegExp): Detect[] =>
  names.map(oid => ({ objectId: product, descr, probe: { oid, matches } }))

const ofGpon = /^V1600G/
const ofEpon = /^V1600[^G]/

export const models: readonly Model[] = [
  olt('v1600g', 'GPON OLT V1600 series', gponFamily, [
    { objectId: product, descr: ofGpon },
    { objectId: vsol, probe: { oid: kind, matches: /GPON/i } },
  ]),
  olt('v1600g1b', 'V1600G1B', gponFamily, variants(ofGpon, /V1600G1B/)),
  olt('v1600d', 'OLT V1600 series', eponFamily, [
    { objectId: product, descr: ofEpon },
    { objectId: vsol, probe: { oid: kind, matches: /EPON/i } },
  ]),
  olt('v1600d8', 'V1600D8', eponFamily, variants(ofEpon, /V1600D8/)),
  olt('v1600d16', 'V1600D16', eponFamily, variants(ofEpon, /V1600D16/)),
]
