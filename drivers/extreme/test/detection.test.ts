import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const identities: readonly (readonly [key: string | null, objectId: string, descr: string])[] = [
  ['extreme_xos', '1.3.6.1.4.1.1916.2.139', 'ExtremeXOS (X480-24x(10G4X)) version 15.3.5.2 v1535b2-patch1-13 by release-manager'],
  ['extreme_xos', '1.3.6.1.4.1.1916.2.363', 'Extreme Networks Switch Engine (5520-24T-SwitchEngine) version 31.7.1.4'],
  ['extreme_voss', '1.3.6.1.4.1.1916.2.302', 'VSP-7432CQ (8.0.5.0)'],
  ['extreme_voss', '1.3.6.1.4.1.1916.2.473', '7520-48Y-8C-FabricEngine (9.0.4.0)'],
  ['extreme_voss', '1.3.6.1.4.1.1916.2.337', 'XA1440 (8.2.0.0_B020) (PRIVATE)'],
  ['extreme_voss', '1.3.6.1.4.1.2272.201', 'VSP-9012 (4.1.4.1) (GA)'],
  [null, '1.3.6.1.4.1.1916.2.1', 'Summit48 - Version 4.1.19'],
  [null, '1.3.6.1.4.1.19162.1', 'ExtremeXOS'],
]
const index = buildIndex([driver])
const test = suite('extreme detection')
for (const [key, objectId, descr] of identities) test(`${objectId} "${descr}" is ${key}`, async () => assert.is((await index.detect({ objectId, descr })).modelKey, key))
