import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ...[
    '710',
    '720',
    '722',
    '750',
    '7010',
    '7020',
    '7048',
    '7050',
    '7060',
    '7120',
    '7124',
    '7130',
    '7148',
    '7150',
    '7160',
    '7170',
    '7250',
    '7260',
    '7280',
    '7300',
    '7304',
    '7308',
    '7316',
    '7320',
    '7358',
    '7368',
    '7388',
    '7504',
    '7508',
    '7512',
    '7516',
    '7804',
    '7808',
    '7812',
    '7816',
  ].map(
    number =>
      [
        `arista_${number}`,
        '30065.1.3011',
        `Arista Networks EOS version 4.28.3M running on an Arista Networks DCS-${number}SR-48C6`,
      ] as const,
  ),
  [
    'arista_720',
    '30065.1.3011',
    'Arista Networks EOS version 4.28.3M running on an Arista Networks CCS-720XP-48Y6',
  ],
  [
    'arista_7050',
    '30065.1.3011',
    'Arista Networks EOS version 4.20.12.1M running on an Arista Networks DCS-7050-24',
  ],
  ['arista_default', '30065.99', 'Arista Networks EOS version 5.0'],
  ['arista_default', '30065.1.2759', 'Arista Networks EOS'],
  [null, '30065.4', 'CloudVision'],
  [null, '300651.1', 'Arista Networks EOS version 4.20'],
]
const index = buildIndex([driver])
const test = suite('arista detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
