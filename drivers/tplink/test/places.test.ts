import { assert, suite } from '@linecard/test-kit'
import { parseName, places } from '../src/olt/places.ts'

const test = suite('places of tplink DeltaStream')

test('names', () => {
  const place = { shelf: 0, slot: 1, port: 3, onu: null, technology: 'gpon' }
  assert.equal(parseName('PON 1/3'), place)
  assert.equal(parseName('PON 1/3/7'), { ...place, onu: 7 })
  for (const other of ['gigabitEthernet 1/0/3', 'PON 3', 'PON 1/3/7/1'])
    assert.is(parseName(other), null, other)
})
test('keys go both ways', () => {
  for (let port = 1; port <= 16; port++)
    for (const onu of [null, 0, 1, 128]) {
      const place = { shelf: 0, slot: 1, port, onu }
      assert.equal(places.placeOf(places.keyOf(place)!), place)
    }
})
