import { serialKey, serialOfKey } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import { places } from '../src/olt/places.ts'

const test = suite('places of eltex LTP')

test('PON channels and serial numbers', () => {
  assert.equal(places.parse('PON channel 3'), { shelf: 0, slot: 0, port: 4, onu: null, technology: 'gpon' })
  assert.is(places.parse('ELTX62000001')?.onu, serialKey('ELTX62000001'))
  assert.is(places.parse('454C545862000001')?.onu, serialKey('ELTX62000001'))
  for (const other of ['front-port 0', 'eth0', 'PON channel', '']) assert.is(places.parse(other), null, other)
})
test('the key of an ONT is its serial number', () => {
  const key = serialKey('ELTX62000001')!
  assert.is(serialOfKey(key), 'ELTX62000001')
  assert.is(places.keyOf({ shelf: 0, slot: 0, port: 3, onu: key }), key)
  assert.equal(places.placeOf(key), { shelf: 0, slot: 0, port: 0, onu: key })
})
