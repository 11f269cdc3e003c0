import { buildIndex } from '@linecard/driver-kit/detection'
import { slotKey } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { onuAt, parseName, parseUni, places } from '../src/places.ts'

const test = suite('calix names and models')

test('names of PON ports and ONUs', () => {
  const place = { shelf: 1, slot: 2, port: 3, onu: null }
  assert.equal(parseName('1/2/xp3'), { ...place, technology: 'xgspon' })
  assert.equal(parseName('1/2/gp3'), { ...place, technology: 'gpon' })
  assert.equal(parseName('ONT 316'), { shelf: 0, slot: 0, port: 0, onu: 316, technology: 'gpon' })
  for (const other of ['1/2/x3', '1/2/q1', '316/x1', 'mgmt', 'ont', 'ONT 123456'])
    assert.is(parseName(other), null, other)
})
test('Ethernet ports of ONUs', () => {
  assert.equal(parseUni('316/x1'), { onu: 316, kind: 'x', num: 1 })
  assert.equal(parseUni('Ont 4/g2'), { onu: 4, kind: 'g', num: 2 })
  assert.is(parseUni('1/1/x1'), null)
})
test('an ONU has its own key and name', () => {
  for (const onu of [1, 316, 64_000]) {
    const key = slotKey(onuAt(onu))!
    assert.equal(places().placeOf(key), onuAt(onu))
    assert.is(parseName(places().onuName(onuAt(onu), undefined, 'gpon'))?.onu, onu)
  }
})

const index = buildIndex([driver])
for (const [key, number, descr] of [
  ['calix_e7_2', '6321.1.2.2.5.3', 'E7-2'],
  ['calix_e7_20', '6321.1.2.2.5.4', 'E7-20'],
  ['calix_e5_400', '6321.1.2.2.5.2', 'E5-400'],
  ['calix_axos_e5_16f', '6321.1.2.4.1.4', 'Calix, Inc E5-16F AXOS-R2.2.0'],
  ['calix_axos_e7_2', '6321.1.2.4.1.1', 'Calix, Inc E7-2 XG801 none'],
  ['calix_axos', '6321.1.2.4.1.7', 'Calix, Inc E9-3'],
  ['calix_device', '6321.1.2.3', 'E5-111'],
  ['calix_occam', '6066.1.44', ''],
  ['calix_b6', '6066.1.52', 'B6-256'],
  ['calix_occam', '6066.1.30', 'BLC 6252 02'],
  [null, '6322.1', 'E7-2'],
] as const)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
