import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ...[
    'GS1900-8',
    'GS1900-8HP',
    'GS1900-10HP',
    'GS1900-16',
    'GS1900-24',
    'GS1900-24E',
    'GS1900-48',
    'GS1920-24',
    'GS1920-48',
    'GS2210-24',
    'GS2210-48',
    'XGS4600-32',
    'XGS4600-32F',
    'XS1930-10',
    'XS1930-12HP',
    'XS1930-12F',
  ].map(name => [`zyxel_${name.toLowerCase().replaceAll('-', '_')}`, '890.1.15', name] as const),
  ...['GS2200-24', 'GS2200-48', 'GS-4012F', 'MGS-3712', 'MGS-3712F', 'MES-3528', 'ES-3124'].map(
    name => [`zyxel_${name.toLowerCase().replaceAll('-', '_')}`, '890.1.5.8.47', name] as const,
  ),
  ['zyxel_switch', '890.1.15', 'XGS1930-28'],
  ['zyxel_switch', '890.1.15', 'GS1900-48HP'],
  ['zyxel_es_switch', '890.1.5.8.57', 'GS2200'],
  ['zyxel_ies', '890.1.5.11.11', 'AAM1212-51 / IES-612'],
  ['zyxel_ies_5206', '890.1.5.13.15', 'MSC1240QA'],
  ['zyxel_ies_5206', '890.1.5.13.16', 'MSC1240XA'],
  ['zyxel_ies_5000', '890.1.5.13.5', 'IES-5000M'],
  ['zyxel_firewall', '890.1.6.1', 'ZyWALL'],
  ['zyxel_firewall', '890.1.15', 'USG FLEX 200'],
  ['zyxel_access_point', '890.1.15', 'NWA50AX'],
  ['zyxel_device', '890.1.6.1', 'a box'],
  ['zyxel_device', '890.1.15', 'core-sw'],
  [null, '8900.1.15', 'GS1900-8'],
]
const index = buildIndex([driver])
const test = suite('zyxel detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
