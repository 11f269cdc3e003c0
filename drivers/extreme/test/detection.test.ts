import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const identities: readonly (readonly [key: string | null, objectId: string, descr: string])[] = [
  [
    'extreme_x480',
    '1.3.6.1.4.1.1916.2.139',
    'ExtremeXOS (X480-24x(10G4X)) version 15.3.5.2 v1535b2-patch1-13 by release-manager',
  ],
  [
    'extreme_5520',
    '1.3.6.1.4.1.1916.2.363',
    'Extreme Networks Switch Engine (5520-24T-SwitchEngine) version 31.7.1.4',
  ],
  ...[
    'X430',
    'X435',
    'X440',
    'X440G2',
    'X450a',
    'X450e',
    'X450G2',
    'X460',
    'X460G2',
    'X465',
    'X590',
    'X620',
    'X650',
    'X670',
    'X670G2',
    'X670V',
    'X690',
    'X695',
    'X770',
    'X870',
    '5320',
    '5420',
    '5720',
    '7520',
    '7720',
  ].map(
    series =>
      [
        `extreme_${series.toLowerCase()}`,
        '1.3.6.1.4.1.1916.2.198',
        `ExtremeXOS (${series}-24t) version 22.7.1.2 by release-manager`,
      ] as const,
  ),
  ['extreme_xos', '1.3.6.1.4.1.1916.2.62', 'ExtremeXOS (BD-8810) version 12.1.2.17'],
  ['extreme_xos', '1.3.6.1.4.1.1916.2.93', 'ExtremeXOS version 12.1.2.17 v1212b17 by release-manager'],
  ['extreme_vsp_7400', '1.3.6.1.4.1.1916.2.302', 'VSP-7432CQ (8.0.5.0)'],
  ['extreme_vsp_4900', '1.3.6.1.4.1.1916.2.310', 'VSP-4900-48P (8.1.0.0)'],
  ['extreme_vsp_4000', '1.3.6.1.4.1.2272.202', 'VSP-4850GTS  (5.1.0.0)'],
  ['extreme_vsp_7200', '1.3.6.1.4.1.2272.209', 'VSP-7254XSQ'],
  ['extreme_vsp_8000', '1.3.6.1.4.1.2272.208', 'VSP-8404 (5.1.1.1)'],
  ['extreme_vsp_9000', '1.3.6.1.4.1.2272.201', 'VSP-9012 (4.1.4.1) (GA)'],
  ['extreme_voss', '1.3.6.1.4.1.1916.2.999', 'VSP-1408 (9.0.0.0)'],
  [
    'extreme_slx',
    '1.3.6.1.4.1.1916.2.305',
    'Extreme Networks, BR-SLX9540, SLX-OS Operating System Version 20.1.1',
  ],
  ['extreme_slx', '1.3.6.1.4.1.1588.3.3.1.999', 'Brocade SLX9850-4, SLX Operating System Version 17r.1.01'],
  [
    'extreme_vdx',
    '1.3.6.1.4.1.1588.3.3.1.131',
    'Brocade VDX Switch, BR-VDX6740, Network Operating System Software Version 7.0.1',
  ],
  ['extreme_xa1400', '1.3.6.1.4.1.1916.2.337', 'XA1440 (8.2.0.0_B020) (PRIVATE)'],
  ...['5320', '5420', '5520', '5720', '7520', '7720'].map(
    series =>
      [
        `extreme_${series}_fabric`,
        '1.3.6.1.4.1.1916.2.473',
        `${series}-48Y-8C-FabricEngine (9.0.4.0)`,
      ] as const,
  ),
  ['extreme_enterasys', '1.3.6.1.4.1.5624.2.1.137', 'Extreme Networks, Inc. B5G124-48P2 Rev 06.81.05.0003'],
  ['extreme_wing', '1.3.6.1.4.1.388.14', 'RFS4010 Wireless Controller, Revision: A, Version: 5.9.1.2'],
  ['extreme_device', '1.3.6.1.4.1.1916.2.1', 'Summit48 - Version 4.1.19'],
  [
    'extreme_ers',
    '1.3.6.1.4.1.45.3.78.1',
    'Ethernet Routing Switch 4850GTS-PWR+      HW:03       FW:5.8.0.1   SW:v5.9.2.026',
  ],
  ['extreme_ers', '1.3.6.1.4.1.45.3.80', 'Virtual Services Platform 7024XLS  HW:02'],
  [null, '1.3.6.1.4.1.45.3.30.2', 'BayStack 350T'],
  // Devices of Avaya and Nortel that are not VSP.
  [null, '1.3.6.1.4.1.2272.30', 'ERS-8610 (7.1.0.0)'],
  [null, '1.3.6.1.4.1.19162.1', 'ExtremeXOS'],
]
const index = buildIndex([driver])
const test = suite('extreme detection')
for (const [key, objectId, descr] of identities)
  test(`${objectId} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
