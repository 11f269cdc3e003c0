import type { Detect, Family, Model } from '@linecard/driver-kit'
import { gcom } from './columns.ts'
import { el5610, el5610Old } from './families.ts'

const product = `${gcom}.10.5`
const sysName = '1.3.6.1.2.1.1.5.0'

const olt = (key: string, name: string, family: Family, detect: Detect): Model => ({
  key: `gcom_el5610_${key}`,
  name: `GCOM ${name}`,
  type: 'OLT',
  family,
  detect,
})
/** Only sysName tells the number of PON ports. */
const variant = (ports: string): Model =>
  olt(`${ports}p`, `EL5610-${ports.toUpperCase()}P`, el5610, {
    objectId: product,
    descr: /GCOM EPON/,
    probe: { oid: sysName, matches: new RegExp(`(?:EL5610|OLT)-${ports}P`) },
  })

export const models: readonly Model[] = [
  olt('series', 'EPON series', el5610, { objectId: product, descr: /GCOM EPON/ }),
  variant('04'),
  variant('08'),
  variant('16'),
  olt('series_old', 'EPON series (OLD)', el5610Old, { objectId: `${product}.1`, descr: /^EPON$/ }),
]
