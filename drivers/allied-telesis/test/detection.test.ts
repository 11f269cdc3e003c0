import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['ati_switch_8000', '207.1.4.126', 'ATI AT-8000S'],
  ['ati_switch_8000', '207.1.4.144', 'ATI AT-8000GS/24'],
  ['ati_switch_8000', '207.1.4.128', ''],
  ['ati_sbx8106', '207.1.14.114', 'Allied Telesis router/switch, AW+ v5.4.7-2.1'],
  [
    'ati_x930_28gstx',
    '207.1.14.120',
    'Allied Telesis router/switch, Software (AlliedWare Plus) Version 5.4.8-2.1',
  ],
  ['ati_alliedware_plus', '207.1.4.173', 'AlliedWare Plus (TM) 2.2.3.0'],
  ['ati_alliedware_plus', '207.1.14.99', 'Allied Telesis router/switch, AW+ v5.4.7-2.1'],
  ['ati_gs950_24', '207.1.4.165', 'AT-GS950/24'],
  ['ati_gs950_24', '207.1.4.167', 'AT-GS950/24 Gigabit Ethernet WebSmart Switch'],
  ['ati_9924ts', '207.1.14.57', 'CentreCOM 9924Ts, version 3.2.1-04, built 08-Sep-2009'],
  ['ati_switch', '207.1.4.99', 'AT-FS750/24'],
  [null, '2070.1.4.126', 'ATI AT-8000S'],
]
const index = buildIndex([driver])
const test = suite('allied-telesis detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
