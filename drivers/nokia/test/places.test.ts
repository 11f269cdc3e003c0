import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { alarmOf } from '../src/onus.ts'
import { byIfIndexOfOnt, parseName, ponAt } from '../src/places.ts'

const test = suite('nokia ISAM indexes and models')

test('ifIndex of PON ports of devices', () => {
  assert.equal(ponAt(94_380_032), { shelf: 1, slot: 1, port: 1 })
  assert.equal(ponAt(94_371_840), { shelf: 1, slot: 1, port: 1 })
  assert.equal(ponAt(127_934_464), { shelf: 1, slot: 2, port: 1 })
  assert.equal(ponAt(161_488_896), { shelf: 1, slot: 3, port: 1 })
  for (const other of [67_379_200, 331_481_088, 1, 0]) assert.is(ponAt(other), null, String(other))
})
test('ifIndex of an ONT', () => {
  const place = { shelf: 1, slot: 8, port: 3, onu: 1 }
  assert.is(byIfIndexOfOnt.encode(place), '331481088')
  assert.equal(byIfIndexOfOnt.decode('331481088'), place)
  assert.is(byIfIndexOfOnt.encode({ ...place, shelf: 2 }), null)
  assert.is(byIfIndexOfOnt.encode({ ...place, port: 33 }), null)
  for (const other of ['331481089', '94380032', '1.1', 'x', '']) assert.is(byIfIndexOfOnt.decode(other), null)
})
test('ifIndex of ONTs goes both ways over the whole range', () => {
  for (let slot = 1; slot <= 18; slot++)
    for (let port = 1; port <= 32; port++)
      for (const onu of [1, 2, 64, 128]) {
        const place = { shelf: 1, slot, port, onu }
        assert.equal(byIfIndexOfOnt.decode(byIfIndexOfOnt.encode(place)!), place)
      }
})
test('names', () => {
  const place = { shelf: 1, slot: 2, port: 5, onu: null, technology: 'gpon' }
  assert.equal(parseName('1/1/2/5'), place)
  assert.equal(parseName('PON 1/1/2/5'), place)
  assert.equal(parseName('1/1/2/5/17'), { ...place, onu: 17 })
  for (const other of ['nt-a:xfp:1', '1/2', 'dsl 1/1/2/5']) assert.is(parseName(other), null, other)
})
test('alarms of an ONT: why it is lost', () => {
  assert.is(alarmOf(0), null)
  assert.is(alarmOf(2), 'los')
  assert.is(alarmOf(2 ** 18 + 2), 'dyingGasp')
  assert.is(alarmOf(2 ** 12), null)
})

const index = buildIndex([driver])
for (const [key, number, descr] of [
  ['nokia_isam_7360', '637.61.1', 'NFXS-A FX-8 ISAM release R6.2.04'],
  ['nokia_isam_7302', '637.61.1', 'ISAM 7302 R5.8.01'],
  ['nokia_isam_7330', '637.61.1', '7330 ISAM FTTN'],
  ['nokia_isam', '637.61.1', 'ISAM'],
  [null, '637.610', 'ISAM'],
] as const)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
