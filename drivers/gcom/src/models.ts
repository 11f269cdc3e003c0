import type { Family, Model } from '@linecard/driver-kit'
import { epon, gcom } from './columns.ts'
import { el5610, el5610Old } from './families.ts'

const product = `${gcom}.10.5`
/** Tables of ONUs, for a sysDescr that an operator has replaced. The old series has none of their light. */
const older = [`${epon}.3.1.1`]
const newer = [...older, `${epon}.3.3.1`]
const sysName = '1.3.6.1.2.1.1.5.0'

const olt = (key: string, name: string, family: Family, detect: Model['detect']): Model => ({
  key: `gcom_el5610_${key}`,
  name: `GCOM ${name}`,
  type: 'OLT',
  family,
  detect,
})
/** Only sysName tells the number of PON ports. */
const variant = (ports: string): Model => {
  const probe = { oid: sysName, matches: new RegExp(`(?:EL5610|OLT)-${ports}P`) }
  return olt(`${ports}p`, `EL5610-${ports.toUpperCase()}P`, el5610, [
    { objectId: product, descr: /GCOM EPON/, probe },
    { objectId: product, probe, rows: newer },
  ])
}

export const models: readonly Model[] = [
  olt('series', 'EPON series', el5610, [
    { objectId: product, descr: /GCOM EPON/ },
    { objectId: product, rows: newer },
  ]),
  variant('04'),
  variant('08'),
  variant('16'),
  olt('series_old', 'EPON series (OLD)', el5610Old, [
    { objectId: `${product}.1`, descr: /^EPON$/ },
    { objectId: product, rows: older },
  ]),
]
