import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ...[
    'S3900',
    'S4500',
    'S4600',
    'S5750E',
    'CS6200',
    'CS6500',
    'DCRS-5650',
    'DCRS-5750',
    'DCRS-5950',
    'DCRS-5960',
    'DCS-3950',
    'DCS-4500',
  ].flatMap(name =>
    ['1', '2'].map(
      line =>
        [
          `dcn_${name.toLowerCase().replace('-', '_')}`,
          `6339.1.1.${line}.280`,
          `${name}-28T Device, Compiled Jun 06 16:24:54 2016 SoftWare Version 7.0.3.5`,
        ] as const,
    ),
  ),
  ['dcn_default', '6339.1.1.1.300', 'Switch Device'],
  ['dcn_default', '6339.1.1.2.300', 'S46000 Device'],
  ['dcn_dcs_3726', '6339.1.1.5.3', 'Digital China DCS-3726S'],
  ['dcn_other', '6339.1.1.5.4', 'Digital China'],
  [null, '63390.1.1.1.280', 'S4600-52P-SI Device'],
]
const index = buildIndex([driver])
const test = suite('dcn detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
