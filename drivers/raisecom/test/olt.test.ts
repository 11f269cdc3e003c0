import { assert, suite } from '@linecard/test-kit'
import { dbm } from '../src/olt/onus.ts'
import { byIfIndexOfOnu, decimalIndex, parseName, placeOfIfIndex } from '../src/olt/places.ts'

const test = suite('places and light of raisecom OLTs')

test('indexes of devices', () => {
  assert.equal(byIfIndexOfOnu.decode('276889602'), { shelf: 0, slot: 1, port: 1, onu: 2 })
  assert.equal(byIfIndexOfOnu.decode('294060034'), { shelf: 0, slot: 3, port: 7, onu: 2 })
  assert.equal(decimalIndex(1).decode('30701001'), { shelf: 0, slot: 3, port: 7, onu: 1 })
  assert.is(decimalIndex(1).encode({ shelf: 0, slot: 3, port: 7, onu: 1 }), '30701001')
  assert.is(decimalIndex(0).encode({ shelf: 0, slot: 1, port: 1, onu: 101 }), '815407368')
})
test('ports and other interfaces', () => {
  assert.is(placeOfIfIndex(276_889_600)?.onu, null)
  for (const other of [1, 101, 2 ** 28, 2 ** 29 + 65_537]) assert.is(placeOfIfIndex(other), null)
  for (const other of ['276889600', '1', 'x', '']) assert.is(byIfIndexOfOnu.decode(other), null)
  for (const other of ['30701000', '30700001', '701001', 'x']) assert.is(decimalIndex(1).decode(other), null)
})
test('both indexes go both ways over the whole range', () => {
  for (let slot = 1; slot < 20; slot++)
    for (let port = 1; port <= 16; port++)
      for (const onu of [1, 64, 99, 100, 128]) {
        const place = { shelf: 0, slot, port, onu }
        for (const one of [byIfIndexOfOnu, decimalIndex(0), decimalIndex(1)])
          if (one === byIfIndexOfOnu || onu !== 100) assert.equal(one.decode(one.encode(place)!), place)
      }
})
test('names', () => {
  const place = { shelf: 0, slot: 1, port: 7, onu: null, technology: 'gpon' }
  assert.equal(parseName('gpon-olt1/7'), place)
  assert.equal(parseName('gpon-onu 1/7/12'), { ...place, onu: 12 })
  for (const other of ['gigaethernet 7/1', 'gpon-olt 1/7/1', 'gpon-onu 1/7'])
    assert.is(parseName(other), null, other)
})
test('light', () => {
  assert.is(dbm(5250), -19.5)
  assert.is(dbm(65_000), -31.07)
  assert.is(dbm(16_100), 2.2)
  assert.is(dbm(0), null)
})
