import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Number below SNR's enterprise, sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['snr_s2990x_24fq', '.7.53', 'SNR-S2990X-24FQ Device, Compiled Jan 10 13:47:05 2019'],
  ...[
    'S2960',
    'S2962',
    'S2965',
    'S2970G',
    'S2980G',
    'S2982G',
    'S2985G',
    'S2989G',
    'S2990G',
    'S2990X',
    'S2995G',
    'S300G',
    'S300X',
    'S4550',
  ].map(series => [`snr_${series.toLowerCase()}`, '.7.99', `SNR-${series}-24TX Device`] as const),
  ['snr_switch', '.7.100', 'a text of its owner'],
  ['snr_erd', '.2.6', 'SNR-ERD-4; SW: 2.5.9  ; HW:4.5; LD:1.0'],
  ['snr_device', '.9.1', 'SNR'],
  [null, '0.7.53', 'SNR-S2990X-24FQ Device'],
]
const index = buildIndex([driver])
const test = suite('snr detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.40418${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
