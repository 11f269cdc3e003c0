import { assert, suite } from '@linecard/test-kit'
import { dottedIndex, placeOfSlotKey, slotKey } from '../src/onus/index.ts'

const test = suite('places by shelf, slot, port and ONU')

test('keys go both ways over the whole range', () => {
  for (const shelf of [0, 1, 99])
    for (const slot of [0, 7, 99])
      for (const port of [0, 16, 99])
        for (const onu of [null, 0, 1, 128, 99_998]) {
          const place = { shelf, slot, port, onu }
          const key = slotKey(place)
          assert.ok(key !== null && key >= 2 ** 32 && Number.isSafeInteger(key))
          assert.equal(placeOfSlotKey(key!), place)
        }
})
test('a number out of range has no key', () => {
  const place = { shelf: 0, slot: 0, port: 0, onu: 0 }
  for (const bad of [
    { shelf: 100 },
    { slot: -1 },
    { port: 100 },
    { onu: 99_999 },
    { onu: -1 },
    { slot: 0.5 },
  ])
    assert.is(slotKey({ ...place, ...bad }), null)
})
test('other numbers are no key', () => {
  for (const key of [0, 501, 2 ** 32, 10 ** 12 - 1, 1.1 * 10 ** 12, 10 ** 12 + 0.5, -1])
    assert.is(placeOfSlotKey(key), null)
})
test('an index of numbers', () => {
  const index = dottedIndex('slot', 1, 'port', 'onu')
  const place = { shelf: 0, slot: 3, port: 4, onu: 5 }
  assert.is(index.encode(place), '3.1.4.5')
  assert.equal(index.decode('3.1.4.5'), place)
  assert.is(index.decode('3.2.4.5'), null)
  assert.is(index.decode('3.1.4'), null)
  assert.is(index.decode('3.1.4.5.6'), null)
  assert.is(index.under?.(place), '3.1.4')
  assert.is(dottedIndex('onu', 'port').under, undefined)
})
